package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallProgress;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What calls at work say, and that nothing of it stays. */
class LiveCallProgressTest {

  private static final UUID RUN = new UUID(0, 1);
  private static final CallLocation FIRST = new CallLocation("only", 1, "a");
  private static final CallLocation SECOND = new CallLocation("only", 1, "b");

  private final LiveCallProgress calls = new LiveCallProgress(Redaction.none());

  @Test
  void showsTheNewestThatEachCallHasSaidUntilItEnds() {
    CallProgress second = calls.open(RUN, SECOND);
    CallProgress first = calls.open(RUN, FIRST);
    assertThat(calls.of(RUN)).isEmpty();

    second.report(1, OptionalDouble.of(4), "one of four");
    second.report(2, OptionalDouble.of(4), "two of four");
    first.report(7, OptionalDouble.empty(), "");

    assertThat(calls.of(RUN))
        .containsExactly(
            new LiveCallProgress.Report(FIRST, 7, Optional.empty(), ""),
            new LiveCallProgress.Report(SECOND, 2, Optional.of(4.0), "two of four"));
    calls.close(RUN, FIRST);
    assertThat(calls.of(RUN)).extracting(LiveCallProgress.Report::call).containsExactly(SECOND);
    assertThat(calls.of(new UUID(0, 2))).isEmpty();
    calls.close(RUN, SECOND);
    assertThat(calls.of(RUN)).isEmpty();
  }
}
