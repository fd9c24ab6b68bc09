package dev.reprise.execution.tool;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.Journal;
import dev.reprise.journal.codec.BodyOmission;
import dev.reprise.platform.Json;
import dev.reprise.run.state.ResultTruncation;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Min;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/**
 * Returns the rest of a result that was cut, page by page, from the record of the run and of the
 * runs that it was forked from.
 *
 * <p>Offsets are bytes of UTF-8, as in the mark of a cut. A page always fits into the result limit
 * of this tool, so that a page is never cut itself.
 */
@ApplicationScoped
class ReadResultTool {

  static final String NAME = "read_result";

  /** The category of tools that read the record: it must be durable before they are called. */
  static final String CATEGORY = "record";

  /** More bytes than the line after a page takes. */
  private static final int FOR_THE_MARK = 100;

  /** How many results an error message lists as possible matches. */
  private static final int NAMED = 20;

  private final Journal journal;

  @Inject
  ReadResultTool(Journal journal) {
    this.journal = journal;
  }

  record Arguments(
      @JsonPropertyDescription("of the call whose result it is") @JsonProperty("call_id")
          String callId,
      @JsonPropertyDescription("in which it was made, if several calls have the id")
          Optional<@NonNull String> phase,
      @JsonPropertyDescription("in which it was made, if several calls have the id")
          Optional<@NonNull @Min(1) Integer> iteration,
      @JsonPropertyDescription("the first byte to give, default 0")
          @JsonProperty(defaultValue = "0")
          @Min(0)
          long offset,
      @JsonPropertyDescription("how many bytes to give, default as many as fit")
          Optional<@NonNull @Min(1) Integer> length) {}

  @ToolMethod(
      name = NAME,
      description =
          """
          Reads on in the result of an earlier tool call of this run that was cut: the mark at the \
          cut has the arguments for it. The end of a page says where the next one begins.""",
      effect = READ_ONLY,
      category = CATEGORY,
      tags = "read",
      timeout = "PT1M")
  public ToolOutcome read(Arguments arguments, ToolRequest request) {
    var wanted =
        new ResultHistory.Wanted(arguments.callId(), arguments.phase(), arguments.iteration());
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
    int maxLength = request.resultLimit() - FOR_THE_MARK;
    int length = Math.min(arguments.length().orElse(maxLength), maxLength);
    return page(content.getBytes(StandardCharsets.UTF_8), arguments.offset(), length);
  }

  private static ToolOutcome unknown(ResultHistory.Wanted wanted, ResultHistory results) {
    List<String> cut =
        results.cut().stream().map(ResultTruncation::arguments).map(Json::write).toList();
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

  private static ToolOutcome page(byte[] bytes, long offset, int length) {
    if (offset >= bytes.length) {
      return ToolOutcome.failed(
          "offset_out_of_range",
          "the result has %d bytes; offset must be less than that".formatted(bytes.length));
    }
    int from = beginOfCharacter(bytes, (int) offset);
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
