package dev.reprise.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import java.util.Optional;
import java.util.UUID;

/**
 * The ids of the span that the current thread is starting, if they are not random. OpenTelemetry
 * has no other way to choose them: its generator of ids is asked without a context.
 *
 * @param trace 32 hexadecimal digits
 * @param span 16 hexadecimal digits
 */
public record SpanIds(String trace, String span) {

  private static final ThreadLocal<SpanIds> CHOSEN = new ThreadLocal<>();

  /** Starts the root span of what a claim leads to, with the ids of {@link RunTrace}. */
  public static Span start(SpanBuilder root, UUID run, long epoch) {
    CHOSEN.set(new SpanIds(RunTrace.id(run), RunTrace.claimSpan(run, epoch)));
    try {
      return root.setNoParent().startSpan();
    } finally {
      CHOSEN.remove();
    }
  }

  /** Returns the ids that the current thread has chosen; empty for random ones. */
  public static Optional<SpanIds> chosen() {
    return Optional.ofNullable(CHOSEN.get());
  }
}
