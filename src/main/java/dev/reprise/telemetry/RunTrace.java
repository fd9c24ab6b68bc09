package dev.reprise.telemetry;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The ids of a run's trace. They follow from the run's id and the epochs of its claims, so that
 * every server names the same trace: one run is one trace, however many servers work on it, and a
 * server can report a claim that another one was lost with.
 */
public final class RunTrace {

  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;

  private RunTrace() {}

  /** Returns the id of a run's trace: 32 hexadecimal digits. */
  public static String id(UUID run) {
    return hex(run.toString(), TRACE_BYTES);
  }

  /** Returns the id of the span of what a claim leads to: 16 hexadecimal digits. */
  public static String claimSpan(UUID run, long epoch) {
    return hex(run + "/" + epoch, SPAN_BYTES);
  }

  /** Returns what links to the span of a claim consist of. */
  public static SpanContext context(UUID run, long epoch) {
    return SpanContext.create(
        id(run), claimSpan(run, epoch), TraceFlags.getSampled(), TraceState.getDefault());
  }

  private static String hex(String of, int bytes) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(of.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
