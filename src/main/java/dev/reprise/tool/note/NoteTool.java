package dev.reprise.tool.note;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Notes something for later runs of the same agent, or deletes what was noted; {@link RecallTool}
 * reads it. There are two tools, and not one, because writing and reading differ in what a crash
 * means.
 *
 * <p>It is {@code IDEMPOTENT} in earnest: a call that is repeated behind a crash changes nothing if
 * it had taken effect, also when another run has changed the note since.
 */
@ApplicationScoped
class NoteTool implements Tool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("note", EffectClass.IDEMPOTENT)
          .describedAs(
              """
          Notes a text under a key, for yourself in this and later runs; recall finds it again. A \
          note under the same key is replaced. Without a text, the note is deleted. Other agents do \
          not see your notes. Do not note secrets.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "key": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "pattern": "%s",
                    "description": "for example customers/acme: what one will look for"
                  },
                  "text": {
                    "type": "string",
                    "description": "at most 32 KiB; absent to delete the note"
                  },
                  "tags": {
                    "type": "array",
                    "maxItems": 10,
                    "uniqueItems": true,
                    "items": {"type": "string", "pattern": "%s"},
                    "description": "words to find it by, none by default"
                  }
                },
                "required": ["key"],
                "additionalProperties": false
              }
              """
                      .formatted(NoteText.KEY_PATTERN, NoteText.TAG_PATTERN)))
          .in("memory", "notes", "write")
          .build();

  private DataSource database;
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  NoteTool() {}

  @Inject
  NoteTool(DataSource database, Redaction redaction) {
    this.database = database;
    this.redaction = redaction;
  }

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    JsonNode arguments = request.arguments();
    CallOrigin origin = request.origin();
    var book = new NoteStore(database, origin.tenant(), origin.agent());
    String key = redaction.text(arguments.get("key").asText(), Note.MAX_KEY_LENGTH).strip();
    Optional<String> text = Optional.ofNullable(arguments.get("text")).map(JsonNode::asText);
    try {
      return text.isPresent()
          ? put(book, request, key, NoteText.checked(redaction.text(text.get())))
          : delete(book, request, key);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private ToolOutcome put(NoteStore book, ToolRequest request, String key, String text)
      throws SQLException, ToolException {
    List<String> tags =
        NoteText.tags(request.arguments().path("tags")).stream().map(redaction::text).toList();
    NoteStore.Change change = book.put(request.idempotencyKey(), key, tags, text);
    return switch (change) {
      case DONE -> new ToolOutcome.Succeeded("Noted %s.".formatted(Markdown.code(key)));
      case REPEATED ->
          new ToolOutcome.Succeeded(
              "Noted %s at an earlier attempt; it may have changed since."
                  .formatted(Markdown.code(key)));
      case TOO_MANY ->
          throw new ToolException(
              "notes_full",
              "there are %d notes, and no more are allowed; delete or replace some"
                  .formatted(NoteStore.MAX_NOTES));
      case TOO_LARGE ->
          throw new ToolException(
              "notes_full",
              "all notes together would have more than %d KiB; delete or shorten some"
                  .formatted(NoteStore.MAX_BYTES / 1024));
      case NO_BOOK -> throw new IllegalStateException("a book was opened and is gone");
    };
  }

  private static ToolOutcome delete(NoteStore book, ToolRequest request, String key)
      throws SQLException {
    book.delete(request.idempotencyKey(), key);
    return new ToolOutcome.Succeeded("There is no note %s.".formatted(Markdown.code(key)));
  }

  /** Where the connection is lost, nobody knows whether the end of the transaction was reached. */
  private static Exception failure(SQLException met) {
    String state = Optional.ofNullable(met.getSQLState()).orElse("");
    boolean mayHaveHappened = state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
    return mayHaveHappened
        ? new OutcomeUnknownException("note", "the connection to the database was lost", met)
        : met;
  }
}
