package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.codec.BodyOmission;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.platform.Json;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** A model reads a cut result to its end. */
class ReadResultToolTest {

  private static final UUID RUN = TestCalls.origin().run();
  private static final Pattern MARK =
      Pattern.compile(
          "\n\n\\[bytes (\\d+) to (\\d+) of (\\d+): (continue at offset \\d+|the end)]\n$");

  private final MemoryJournal journal = new MemoryJournal(RUN);

  @Property(tries = 200)
  void returnsAWholeResultPageByPage(
      @ForAll @StringLength(min = 1, max = 400) String text, @ForAll @IntRange(min = 1) int length)
      throws Exception {
    var record = new MemoryJournal(RUN);
    Tool tool = MethodTools.of(new ReadResultTool(record));
    String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    append(record, RUN, result(1, "c1", whole));
    var read = new StringBuilder();
    int offset = 0;
    for (int page = 0; page < whole.length() + 1; page++) {
      String given =
          content(tool.call(request("{'call_id':'c1','offset':%d,'length':%d}", offset, length)));
      Matcher mark = MARK.matcher(given);
      assertThat(mark.find()).isTrue();
      read.append(given, 0, mark.start());
      assertThat(Integer.parseInt(mark.group(1))).isEqualTo(offset);
      offset = Integer.parseInt(mark.group(2));
      if (mark.group(4).equals("the end")) {
        break;
      }
    }

    assertThat(read.toString()).isEqualTo(whole);
  }

  @Test
  void returnsNoMoreThanTheResultLimitOfThisTool() throws Exception {
    append(result(1, "c1", "x".repeat(200_000)));

    assertThat(given("{'call_id':'c1'}")).hasSizeBetween(65_300, 65_536);
    Path rules = Files.createTempFile("tools", ".yaml");
    var policy = ToolFixture.policy(Files.writeString(rules, "- {resultLimit: 1024}"));
    assertThat(givenUnder(policy, "{'call_id':'c1','offset':1000,'length':9000}"))
        .hasSizeLessThanOrEqualTo(1024)
        .endsWith("[bytes 1000 to 1924 of 200000: continue at offset 1924]\n");
  }

  @Test
  void takesTheNewestOfCallsWithOneIdUnlessThePlaceIsGiven() throws Exception {
    append(result(1, "call-1", "first"));
    append(result(2, "call-1", "second"));
    append(
        new ToolCallEvent.Started(
            new CallLocation("survey", 3, "call-1"),
            "read_result",
            EffectClass.READ_ONLY,
            Optional.empty(),
            Optional.empty()),
        result(3, "call-1", "a page"));

    assertThat(given("{'call_id':'call-1'}")).as("a page is no result").startsWith("second\n");
    assertThat(given("{'call_id':'call-1','phase':'survey','iteration':1}")).startsWith("first\n");
    assertThat(failed("{'call_id':'call-1','phase':'report'}"))
        .startsWith("unknown_call: call 'call-1' in phase 'report' has no result here");
  }

  @Test
  void knowsResultsThatAPersonOrTheToolReported() throws Exception {
    append(
        new HumanInputEvent.Resolved(
            "survey",
            1,
            "c1",
            OperatorVerdict.SUCCEEDED,
            "as Ana saw",
            "ana",
            "I looked",
            Optional.empty()),
        new ToolCallEvent.Reconciled(
            new CallLocation("survey", 1, "c2"),
            ReconciliationFinding.HAPPENED,
            "as the ledger has it",
            "",
            Optional.empty()),
        new HumanInputEvent.Resolved(
            "survey", 1, "c3", OperatorVerdict.FAILED, "", "ana", "I looked", Optional.empty()));

    assertThat(given("{'call_id':'c1'}")).startsWith("as Ana saw\n");
    assertThat(given("{'call_id':'c2'}")).startsWith("as the ledger has it\n");
    assertThat(failed("{'call_id':'c3'}")).startsWith("unknown_call");
  }

  /** A call that needed an agent is made again after that. */
  @Test
  void takesAnAgentsAnswerForAResultOnlyIfTheCallWasDelegated() throws Exception {
    append(
        Replies.of(
            "survey",
            1,
            "",
            List.of(
                new ToolCall("c1", "call_artifact", JsonValue.EMPTY_OBJECT),
                new ToolCall("c2", "delegate", JsonValue.EMPTY_OBJECT)),
            new Usage(1, 1)),
        returned("c1", "return 1;"),
        returned("c2", "the answer"));

    assertThat(failed("{'call_id':'c1'}")).startsWith("unknown_call");
    assertThat(given("{'call_id':'c2'}")).startsWith("the answer\n");
  }

  private static ChildRunEvent.Returned returned(String call, String output) {
    var spent = new DelegatedUsage(1, 1, new Usage(1, 2), TotalCost.unknown(1));
    return new ChildRunEvent.Returned(
        "survey", 1, call, new UUID(0, 7), output, Optional.empty(), Optional.empty(), spent);
  }

  @Test
  void readsResultsOfTheRunsThatThisOneWasForkedFrom() throws Exception {
    append(result(1, "c1", "of the parent"), result(2, "c2", "after the fork"));
    UUID fork = new UUID(0, 2);
    var forked = new MemoryJournal(fork, Optional.of(journal));
    append(
        forked,
        fork,
        new LifecycleEvent.Forked(
            RUN,
            1,
            "hash",
            List.of(),
            "ana",
            Instant.EPOCH,
            Optional.empty(),
            "v",
            Optional.empty()),
        result(2, "c3", "its own"));
    Optional<String> none = Optional.empty();

    assertThat(found(forked, fork, "c1")).contains("of the parent");
    assertThat(found(forked, fork, "c2")).isEqualTo(none);
    assertThat(found(forked, fork, "c3")).contains("its own");
  }

  @Test
  void saysWhichResultsWereCutIfThereIsNoSuchCall() throws Exception {
    append(
        result(1, "c1", "x".repeat(65_536)),
        result(1, "c2", "ö".repeat(40_000)),
        new ToolCallEvent.Completed("survey", 2, "c3", "0123456789", List.of(), Optional.of(4)));

    assertThat(failed("{'call_id':'c9'}"))
        .isEqualTo(
            "unknown_call: call 'c9' has no result here; the results of these calls were cut:"
                + " {\"call_id\":\"c2\",\"phase\":\"survey\",\"iteration\":1},"
                + " {\"call_id\":\"c3\",\"phase\":\"survey\",\"iteration\":2}");
  }

  @Test
  void saysHowLongAResultIsIfTheOffsetIsTooLarge() throws Exception {
    append(result(1, "c1", "ööö"), result(1, "c2", ""));

    assertThat(failed("{'call_id':'c1','offset':6}"))
        .isEqualTo("offset_out_of_range: the result has 6 bytes; offset must be less than that");
    assertThat(given("{'call_id':'c1','offset':3}"))
        .as("within a character")
        .startsWith("öö\n\n[bytes 2 to 6");
    assertThat(failed("{'call_id':'c1','offset':99999999999}")).startsWith("offset_out_of_range");
  }

  @Test
  void returnsNothingIfBodiesAreNotRecorded() throws Exception {
    append(BodyOmission.notKept(result(1, "c1", "x".repeat(70_000))));

    assertThat(failed("{'call_id':'c1'}")).startsWith("result_not_kept: ");
  }

  private static ToolCallEvent.Completed result(int iteration, String id, String content) {
    return new ToolCallEvent.Completed(
        new CallLocation("survey", iteration, id), content, List.of(), Optional.empty());
  }

  private void append(RunEvent... events) {
    append(journal, RUN, events);
  }

  private static void append(MemoryJournal journal, UUID run, RunEvent... events) {
    int end = journal.events().size();
    Position head = end == 0 ? Position.START : journal.position(run, end);
    journal.append(new Writer(run, "acme", 0), head, List.of(events)).await();
  }

  private static Optional<String> found(MemoryJournal journal, UUID run, String call) {
    var wanted = new ResultHistory.Wanted(call, Optional.empty(), Optional.empty());
    return ResultHistory.read(journal, run, wanted).found();
  }

  private static dev.reprise.tool.ToolRequest request(String arguments, Object... values) {
    return TestCalls.request(
        Json.read(arguments.replace('\'', '"').formatted(values)),
        "key",
        Path.of("").toAbsolutePath());
  }

  private String given(String arguments) throws Exception {
    return content(tool().call(request(arguments)));
  }

  private String givenUnder(ToolPolicy policy, String arguments) throws Exception {
    var caller = ToolFixture.caller(ToolFixture.catalogue(List.of(tool())), policy, Map.of());
    var call = new ToolCall("c9", "read_result", new JsonValue(arguments.replace('\'', '"')));
    return content(
        caller
            .call(
                ToolUse.CLEARED_CALL, call, TestCalls.context("key", Path.of("").toAbsolutePath()))
            .outcome());
  }

  private Tool tool() {
    return MethodTools.of(new ReadResultTool(journal));
  }

  private String failed(String arguments) throws Exception {
    ToolOutcome outcome = tool().call(request(arguments));
    return ((ToolOutcome.Failed) outcome).failure().toString();
  }

  private static String content(ToolOutcome outcome) {
    return ((ToolOutcome.Succeeded) outcome).content();
  }
}
