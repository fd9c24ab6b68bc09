package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimSpansTest {

  private static final UUID RUN = new UUID(0, 5);

  private final MeasuredTelemetry measured = new MeasuredTelemetry();
  private final ClaimSpans spans = measured.claims();

  @AfterEach
  void close() {
    measured.close();
  }

  private static ClaimSpans.Work work(long epoch) {
    return new ClaimSpans.Work(RUN, "acme", epoch, "clerk", "0a1b", "one");
  }

  private static ClaimSpans.End end(String status, boolean isLast) {
    return new ClaimSpans.End(status, isLast, Optional.empty(), Optional.empty());
  }

  @Test
  void isARootInTheTraceOfItsRun() {
    spans.begin(work(1), List.of(), Duration.ZERO);
    spans.end(RUN, 1, end("COMPLETED", true));

    SpanData root = measured.spans().getFirst();
    assertThat(root.getTraceId()).isEqualTo(RunTrace.id(RUN));
    assertThat(root.getSpanId()).isEqualTo(RunTrace.claimSpan(RUN, 1));
    assertThat(root.getParentSpanContext().isValid()).isFalse();
    assertThat(root.getName()).isEqualTo("invoke_agent clerk");
    assertThat(root.getAttributes().get(Attribute.STATUS)).isEqualTo("COMPLETED");
  }

  @Test
  void isTheParentOfWhatIsDoneMeanwhile() {
    spans.begin(work(1), List.of(), Duration.ZERO);
    measured
        .telemetry()
        .tracer()
        .spanBuilder("inside")
        .setParent(spans.toolCall(RUN))
        .startSpan()
        .end();
    spans.end(RUN, 1, end("WAITING", false));

    assertThat(measured.spans().getFirst().getParentSpanId())
        .isEqualTo(measured.spans().getLast().getSpanId());
    assertThat(Span.fromContext(spans.toolCall(RUN)).getSpanContext().isValid()).isFalse();
  }

  @Test
  void isNotEndedByAnotherClaim() {
    spans.begin(work(2), List.of(), Duration.ZERO);
    spans.end(RUN, 1, end("FAILED", true));

    assertThat(measured.spans()).isEmpty();
    spans.abandon(RUN, 2);
  }

  @Test
  void isLeftToTheServerThatTookTheRun() {
    spans.begin(work(3), List.of(), Duration.ZERO);
    spans.abandon(RUN, 3);
    spans.end(RUN, 3, end("COMPLETED", true));

    assertThat(measured.spans()).isEmpty();
  }

  @Test
  void isReportedForAServerThatWasLost() {
    Instant from = Instant.parse("2026-03-01T10:00:00Z");
    spans.report(work(1), List.of(), from, from.plusSeconds(4));
    spans.begin(work(3), List.of(RunTrace.context(RUN, 1)), Duration.ZERO);
    spans.end(RUN, 3, end("COMPLETED", true));

    SpanData lost = measured.spans().getFirst();
    assertThat(lost.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(lost.getAttributes().get(Attribute.STATUS)).isEqualTo("LOST");
    assertThat(Duration.ofNanos(lost.getEndEpochNanos() - lost.getStartEpochNanos()))
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(measured.spans().getLast().getLinks())
        .extracting(LinkData::getSpanContext)
        .extracting(context -> context.getSpanId())
        .containsExactly(lost.getSpanId());
  }

  @Test
  void measuresItselfAndTheWholeRun() {
    spans.begin(work(1), List.of(), Duration.ofMinutes(2));
    spans.end(RUN, 1, end("WAITING", false));
    spans.begin(work(3), List.of(), Duration.ofMinutes(5));
    spans.end(RUN, 3, end("COMPLETED", true));

    assertThat(measured.counts("gen_ai.invoke_agent.duration", Attribute.OUTCOME))
        .isEqualTo(Map.of("WAITING", 1L, "COMPLETED", 1L));
    assertThat(measured.counts("agentrun.run.duration", Attribute.OUTCOME))
        .isEqualTo(Map.of("COMPLETED", 1L));
  }

  @Test
  void countsItsCalls() {
    spans.begin(work(1), List.of(), Duration.ZERO);
    spans.modelCall(RUN);
    spans.modelCall(RUN);
    spans.toolCall(RUN);
    spans.toolCall(UUID.randomUUID());
    spans.end(RUN, 1, end("COMPLETED", true));

    assertThat(measured.sum("gen_ai.invoke_agent.inference_calls")).isEqualTo(2);
    assertThat(measured.sum("gen_ai.invoke_agent.tool_calls")).isEqualTo(1);
  }

  @Test
  void doesNothingIfTelemetryIsOff() {
    measured.close();
    spans.begin(work(1), List.of(), Duration.ZERO);
    spans.end(RUN, 1, end("COMPLETED", true));

    assertThat(measured.spans()).isEmpty();
  }
}
