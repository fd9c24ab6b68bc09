package dev.reprise.tool.note;

import static dev.reprise.agent.EffectClass.IDEMPOTENT;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.NonNull;

/**
 * Writes a note for later runs of the same agent, or deletes one; {@link RecallTool} reads notes.
 * There are two tools, and not one, because a crash means different things for writing and for
 * reading.
 *
 * <p>It is truly {@code IDEMPOTENT}: if a call had taken effect before a crash, its repetition
 * changes nothing, even if another run has changed the note since. Tested by {@code NoteTest}.
 */
@ApplicationScoped
class NoteTool {

  private final Database database;
  private final Redaction redaction;

  @Inject
  NoteTool(Database database, Redaction redaction) {
    this.database = database;
    this.redaction = redaction;
  }

  record Arguments(
      @JsonPropertyDescription("for example customers/acme: what one will look for")
          @TextConstraint(minLength = 1, maxLength = 200, pattern = NoteText.KEY_PATTERN)
          String key,
      @JsonPropertyDescription("at most 32 KiB; absent to delete the note")
          Optional<@NonNull String> text,
      @JsonPropertyDescription("words to find it by, none by default")
          @JsonProperty(defaultValue = "[]")
          @Size(max = 10)
          SequencedSet<@TextConstraint(pattern = NoteText.TAG_PATTERN) String> tags) {}

  @ToolMethod(
      name = "note",
      description =
          """
          Notes a text under a key, for yourself in this and later runs; recall finds it again. A \
          note under the same key is replaced. Without a text, the note is deleted. Other agents do \
          not see your notes. Do not note secrets.""",
      effect = IDEMPOTENT,
      category = "memory",
      tags = {"notes", "write"})
  public String note(Arguments arguments, ToolRequest request) throws Exception {
    CallOrigin origin = request.origin();
    var notes = new NoteStore(database, origin.tenant(), origin.agent());
    String key = redaction.text(arguments.key(), Note.MAX_KEY_LENGTH).strip();
    List<String> tags = arguments.tags().stream().map(redaction::text).toList();
    String call = request.idempotencyKey();
    try {
      if (arguments.text().isEmpty()) {
        notes.delete(call, key);
        return "There is no note %s.".formatted(Markdown.code(key));
      }
      String text = NoteText.checked(redaction.text(arguments.text().get()));
      return said(notes.put(call, key, tags, text), key);
    } catch (DatabaseException e) {
      throw failure(e);
    }
  }

  private static String said(NoteStore.Change change, String key) throws ToolException {
    return switch (change) {
      case DONE -> "Noted %s.".formatted(Markdown.code(key));
      case REPEATED ->
          "Noted %s at an earlier attempt; it may have changed since."
              .formatted(Markdown.code(key));
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
      case NO_BOOK -> throw new IllegalStateException("the agent's notes were opened and are gone");
    };
  }

  /** If the connection is lost, it is unknown whether the transaction was committed. */
  private static Exception failure(DatabaseException met) {
    boolean mayHaveHappened =
        met.is(e -> SqlErrors.state(e).isEmpty() || SqlErrors.isConnectionLost(e));
    return mayHaveHappened
        ? new OutcomeUnknownException("note", "the connection to the database was lost", met)
        : met;
  }
}
