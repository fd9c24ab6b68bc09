package dev.reprise.telemetry.sdk;

import dev.reprise.telemetry.SpanIds;
import io.opentelemetry.sdk.trace.IdGenerator;

/** Gives spans of runs the ids that {@link SpanIds} has for them, and all others random ones. */
final class RunIdGenerator implements IdGenerator {

  private final IdGenerator others = IdGenerator.random();

  @Override
  public String generateSpanId() {
    return SpanIds.chosen().map(SpanIds::span).orElseGet(others::generateSpanId);
  }

  @Override
  public String generateTraceId() {
    return SpanIds.chosen().map(SpanIds::trace).orElseGet(others::generateTraceId);
  }
}
