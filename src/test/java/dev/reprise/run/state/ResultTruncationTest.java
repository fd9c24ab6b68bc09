package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ToolCallEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part of a long result a model gets; the record has all of it. */
class ResultTruncationTest {

  private static final ToolCallEvent EVENT =
      new ToolCallEvent.Completed(
          new CallLocation("only", 2, "c1"), "of no matter here", List.of(), Optional.empty());

  @Test
  void cutsALongResultBetweenCharactersAndSaysHowToReadTheRest() {
    String given = apply("€".repeat(30_000));

    assertThat(given)
        .startsWith("€€€")
        .endsWith(
            "€\n\n[cut: the last 24465 of 90000 bytes are left out; read_result, where granted,"
                + " takes {\"call_id\":\"c1\",\"phase\":\"only\",\"iteration\":2,"
                + "\"offset\":65535}]\n")
        .doesNotContain("\ufffd");
    assertThat(given.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(65_536 + 200);
  }

  @ParameterizedTest
  @CsvSource({"65536, false", "65537, true"})
  void cutsNothingThatFits(int length, boolean isCut) {
    String given = apply("x".repeat(length));

    assertThat(given.contains("[cut: the last 1 of")).isEqualTo(isCut);
    assertThat(given.length() == length).isEqualTo(!isCut);
  }

  @Test
  void cutsAtTheLimitThatIsRecordedWithTheResult() {
    var call = ToolCallState.asked(new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT));
    var started =
        new ToolCallEvent.Started(
            new CallLocation("only", 1, "c1"),
            "look",
            EffectClass.READ_ONLY,
            Optional.empty(),
            Optional.empty());
    var completed =
        new ToolCallEvent.Completed("only", 1, "c1", "0123456789", List.of(), Optional.of(4));

    ToolOutcome outcome = call.apply(started).apply(completed).outcome();

    assertThat(outcome)
        .isInstanceOfSatisfying(
            ToolOutcome.Succeeded.class,
            done ->
                assertThat(done.content())
                    .startsWith("0123\n\n[cut: the last 6 of 10 bytes")
                    .endsWith("\"offset\":4}]\n"));
  }

  private static String apply(String content) {
    return ResultTruncation.of(Optional.empty()).apply(EVENT, content);
  }
}
