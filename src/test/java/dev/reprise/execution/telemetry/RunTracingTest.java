package dev.reprise.execution.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.queue.row.Claim;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunTracingTest {

  private static final Claim CLAIM = new Claim(new UUID(0, 7), "acme", 3);

  private final MeasuredTelemetry measured = new MeasuredTelemetry();

  private final RunTracing tracing = Tracings.with(measured.claims());

  @Test
  void countsAClaimThatWasLostAndLeavesItsSpanToTheOtherServer() {
    measured
        .claims()
        .begin(
            new ClaimSpans.Work(CLAIM.run(), "acme", 3, "clerk", "0a1b", "here"),
            List.of(),
            Duration.ZERO);

    tracing.lost(CLAIM);

    assertThat(measured.counts("agentrun.lease.lost").values()).containsExactly(1L);
    measured
        .claims()
        .end(
            CLAIM.run(),
            3,
            new ClaimSpans.End("COMPLETED", true, Optional.empty(), Optional.empty()));
    assertThat(measured.spans()).isEmpty();
  }
}
