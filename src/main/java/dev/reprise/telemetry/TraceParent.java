package dev.reprise.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code traceparent} of W3C Trace Context (version 00), which names a span of another
 * program.
 */
public final class TraceParent {

  private static final Pattern FORM =
      Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})");

  private static final int FLAGS = 3;

  private TraceParent() {}

  /** Reads the header; empty if it is not of that form, which says to begin a new trace. */
  public static Optional<SpanContext> parse(String header) {
    Matcher form = FORM.matcher(header);
    return form.matches()
        ? Optional.of(
            SpanContext.createFromRemoteParent(
                form.group(1),
                form.group(2),
                TraceFlags.fromHex(form.group(FLAGS), 0),
                TraceState.getDefault()))
        : Optional.empty();
  }

  /** Returns the header that names a span. */
  public static String of(SpanContext span) {
    return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex();
  }

  /** Returns the header that names what a claim leads to. */
  public static String of(UUID run, long epoch) {
    return of(RunTrace.context(run, epoch));
  }

  /** Returns the span of the current thread, such as that of its request; empty if it has none. */
  public static Optional<SpanContext> current() {
    return Optional.of(Span.current().getSpanContext()).filter(SpanContext::isValid);
  }
}
