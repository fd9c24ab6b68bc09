package dev.reprise.tool.note;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ResultRemarks;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.NonNull;

/**
 * Returns what an agent noted with {@link NoteTool}, in this run or another one. Tested by {@code
 * NoteTest}.
 */
@ApplicationScoped
class RecallTool {

  private final Database database;

  @Inject
  RecallTool(Database database) {
    this.database = database;
  }

  record Arguments(
      @JsonPropertyDescription("the key of one note")
          Optional<@NonNull @TextConstraint(minLength = 1, maxLength = 200) String> key,
      @JsonPropertyDescription("words, all of which must occur; a part of a word will do")
          Optional<@NonNull @TextConstraint(maxLength = 200) String> query,
      @JsonPropertyDescription("goes on where a list ended, which says with what")
          Optional<@NonNull @Min(1) Long> before,
      @JsonPropertyDescription("how many to list, default 20")
          @JsonProperty(defaultValue = "20")
          @Min(1)
          @Max(100)
          int limit) {}

  @ToolMethod(
      name = "recall",
      description =
          """
          Gives your notes, of this and earlier runs. With "key", that note whole. With "query", \
          those that have all of its words in key, tags or text, whatever the case; without both, \
          all. These are listed with their keys and a part of the text, the newest first.""",
      effect = READ_ONLY,
      category = "memory",
      tags = {"notes", "read"})
  public String recall(Arguments arguments, ToolRequest request) throws Exception {
    CallOrigin origin = request.origin();
    var notes = new NoteStore(database, origin.tenant(), origin.agent());
    return arguments.key().isPresent() ? one(notes, arguments.key().get()) : list(notes, arguments);
  }

  private static String one(NoteStore notes, String key) throws ToolException {
    Note note =
        notes
            .find(key.strip())
            .orElseThrow(
                () ->
                    new ToolException(
                        "not_found",
                        "there is no note '%s'; recall without a key lists those there are"
                            .formatted(key)));
    return Json.write(head(note).put("text", note.text())) + "\n";
  }

  private static String list(NoteStore notes, Arguments wanted) {
    int limit = wanted.limit();
    NoteQuery query = NoteQuery.of(wanted.query().orElse(""));
    List<Note> found = notes.newest(wanted.before().orElse(Long.MAX_VALUE), limit + 1, query::fits);
    List<Note> shown = found.subList(0, Math.min(limit, found.size()));
    ResultRemarks remarks = new ResultRemarks();
    if (shown.isEmpty()) {
      remarks.add("no notes");
    }
    if (found.size() > limit) {
      remarks.add("there are more; continue with before %d".formatted(shown.getLast().turn()));
    }
    return remarks.after(
        shown.stream()
            .map(note -> Json.write(head(note).put("part", query.part(note))))
            .collect(Collectors.joining("\n")));
  }

  private static ObjectNode head(Note note) {
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    head.put("key", note.key());
    note.tags().forEach(head.putArray("tags")::add);
    return head.put("written", note.writtenAt().toString());
  }
}
