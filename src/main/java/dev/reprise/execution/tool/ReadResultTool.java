package dev.reprise.execution.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.Journal;
import dev.reprise.journal.codec.BodyOmission;
import dev.reprise.platform.Json;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Returns the rest of a result that was cut, page by page, from the record of the run and of the
 * runs that it was forked from.
 *
 * <p>Offsets are bytes of UTF-8, as in the mark of a cut. A page always fits into the result limit
 * of this tool, so that a page is never cut itself.
 */
@ApplicationScoped
class ReadResultTool implements Tool {

  static final String NAME = "read_result";

  /** The category of tools that read the record: it must be durable before they are called. */
  static final String CATEGORY = "record";

  /** More bytes than the line after a page takes. */
  private static final int FOR_THE_MARK = 100;

  /** How many results an error message lists as possible matches. */
  private static final int NAMED = 20;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named(NAME, EffectClass.READ_ONLY)
          .describedAs(
              """
          Reads on in the result of an earlier tool call of this run that was cut: the mark at the \
          cut has the arguments for it. The end of a page says where the next one begins.""")
          .taking(
              new JsonValue(
                  Json.write(
                      Json.read(
                          """
                      {
                        "type": "object",
                        "properties": {
                          "call_id": {
                            "type": "string",
                            "description": "of the call whose result it is"
                          },
                          "phase": {
                            "type": "string",
                            "description": "in which it was made, if several calls have the id"
                          },
                          "iteration": {
                            "type": "integer",
                            "minimum": 1,
                            "description": "in which it was made, if several calls have the id"
                          },
                          "offset": {
                            "type": "integer",
                            "minimum": 0,
                            "description": "the first byte to give, default 0"
                          },
                          "length": {
                            "type": "integer",
                            "minimum": 1,
                            "description": "how many bytes to give, default as many as fit"
                          }
                        },
                        "required": ["call_id"],
                        "additionalProperties": false
                      }
                      """))))
          .in(CATEGORY, "read")
          .within(Duration.ofMinutes(1))
          .build();

  private Journal journal;
  private ToolPolicy policy;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ReadResultTool() {}

  @Inject
  ReadResultTool(Journal journal, ToolPolicy policy) {
    this.journal = journal;
    this.policy = policy;
  }

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    JsonNode arguments = request.arguments();
    var wanted =
        new ResultHistory.Wanted(
            arguments.get("call_id").textValue(),
            Optional.ofNullable(arguments.get("phase")).map(JsonNode::textValue),
            Optional.ofNullable(arguments.get("iteration")).map(JsonNode::intValue));
    ResultHistory results = ResultHistory.read(journal, request.origin().run(), wanted);
    if (results.found().isEmpty()) {
      return unknown(wanted, results);
    }
    String content = results.found().get();
    if (BodyOmission.isMark(content)) {
      return ToolOutcome.failed(
          "result_not_kept",
          "the record of this agent's runs contains no results; there is no more than you were given");
    }
    int most = policy.terms(DECLARATION, request.origin().grant()).resultLimit() - FOR_THE_MARK;
    int length = Math.min(arguments.path("length").asInt(most), most);
    return page(content.getBytes(StandardCharsets.UTF_8), arguments.path("offset"), length);
  }

  private static ToolOutcome unknown(ResultHistory.Wanted wanted, ResultHistory results) {
    List<String> cut = results.cut().stream().map(CallLocation::arguments).toList();
    return ToolOutcome.failed(
        "unknown_call",
        "%s has no result here; %s"
            .formatted(
                wanted,
                cut.isEmpty()
                    ? "no results were cut"
                    : "the results of these calls were cut: " + String.join(", ", newest(cut))));
  }

  private static List<String> newest(List<String> all) {
    return all.subList(Math.max(0, all.size() - NAMED), all.size());
  }

  private static ToolOutcome page(byte[] bytes, JsonNode offset, int length) {
    if (offset.asLong() >= bytes.length) {
      return ToolOutcome.failed(
          "offset_out_of_range",
          "the result has %d bytes; offset must be less than that".formatted(bytes.length));
    }
    int from = beginOfCharacter(bytes, offset.asInt());
    int to = beginOfCharacter(bytes, Math.min(bytes.length, from + length));
    if (to == from) {
      to = afterCharacter(bytes, from); // a page has at least one character, or reading would stop
    }
    String mark =
        to == bytes.length
            ? "[bytes %d to %d of %d: the end]".formatted(from, to, bytes.length)
            : "[bytes %d to %d of %d: continue at offset %d]".formatted(from, to, bytes.length, to);
    return new ToolOutcome.Succeeded(
        new String(bytes, from, to - from, StandardCharsets.UTF_8) + "\n\n" + mark + "\n");
  }

  private static int beginOfCharacter(byte[] bytes, int at) {
    int begin = at;
    while (begin < bytes.length && isWithinCharacter(bytes[begin])) {
      begin--;
    }
    return begin;
  }

  private static int afterCharacter(byte[] bytes, int at) {
    int end = at + 1;
    while (end < bytes.length && isWithinCharacter(bytes[end])) {
      end++;
    }
    return end;
  }

  private static boolean isWithinCharacter(byte one) {
    return (one & 0b1100_0000) == 0b1000_0000;
  }
}
