package dev.reprise.tool.note;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Gives what an agent noted with {@link NoteTool}, in this run or another one. */
@ApplicationScoped
class RecallTool implements Tool {

  private static final int DEFAULT_LIMIT = 20;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("recall", EffectClass.READ_ONLY)
          .describedAs(
              """
          Gives your notes, of this and earlier runs. With "key", that note whole. With "query", \
          those that have all of its words in key, tags or text, whatever the case; without both, \
          all. These are listed with their keys and a part of the text, the newest first.""")
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
                    "description": "the key of one note"
                  },
                  "query": {
                    "type": "string",
                    "maxLength": 200,
                    "description": "words, all of which must occur; a part of a word will do"
                  },
                  "before": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "goes on where a list ended, which says with what"
                  },
                  "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 100,
                    "description": "how many to list, default 20"
                  }
                },
                "additionalProperties": false
              }
              """))
          .in("memory", "notes", "read")
          .build();

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RecallTool() {}

  @Inject
  RecallTool(DataSource database) {
    this.database = database;
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
    if (arguments.has("key")) {
      return one(book, arguments.get("key").asText());
    }
    return list(
        book,
        NoteQuery.of(arguments.path("query").asText()),
        arguments.path("before").asLong(Long.MAX_VALUE),
        arguments.path("limit").asInt(DEFAULT_LIMIT));
  }

  private static ToolOutcome one(NoteStore book, String key) throws SQLException, ToolException {
    Note note =
        book.find(key.strip())
            .orElseThrow(
                () ->
                    new ToolException(
                        "not_found",
                        "there is no note '%s'; recall without a key lists those there are"
                            .formatted(key)));
    return new ToolOutcome.Succeeded(Json.write(head(note).put("text", note.text())) + "\n");
  }

  private static ToolOutcome list(NoteStore book, NoteQuery query, long before, int limit)
      throws SQLException {
    List<Note> found = book.newest(before, limit + 1, query::fits);
    List<Note> shown = found.subList(0, Math.min(limit, found.size()));
    ResultRemarks remarks = new ResultRemarks();
    if (shown.isEmpty()) {
      remarks.add("no notes");
    }
    if (found.size() > limit) {
      remarks.add("there are more; go on with before %d".formatted(shown.getLast().turn()));
    }
    return new ToolOutcome.Succeeded(
        remarks.after(
            shown.stream()
                .map(note -> Json.write(head(note).put("part", query.part(note))))
                .collect(Collectors.joining("\n"))));
  }

  private static ObjectNode head(Note note) {
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    head.put("key", note.key());
    note.tags().forEach(head.putArray("tags")::add);
    return head.put("written", note.writtenAt().toString());
  }
}
