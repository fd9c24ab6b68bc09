package dev.reprise.api.http;

import dev.reprise.telemetry.TraceParent;
import io.opentelemetry.api.trace.SpanContext;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Tells under which id a request is traced: that of its header {@code traceparent} (W3C Trace
 * Context), that of the span that the server has begun for it, or a new one.
 */
public final class TraceId {

  private static final String ATTRIBUTE = TraceId.class.getName();

  private static final int BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private TraceId() {}

  /** Returns the id of a request, the same each time. */
  public static String of(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    String id =
        header(request)
            .or(TraceParent::current)
            .map(SpanContext::getTraceId)
            .orElseGet(TraceId::fresh);
    request.setAttribute(ATTRIBUTE, id);
    return id;
  }

  /**
   * Returns the span that a run is submitted in, as a header {@code traceparent}: the server's span
   * of the request, or else the span that the client names.
   */
  public static Optional<String> parent(HttpServletRequest request) {
    return TraceParent.current().or(() -> header(request)).map(TraceParent::of);
  }

  private static Optional<SpanContext> header(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("traceparent")).flatMap(TraceParent::parse);
  }

  private static String fresh() {
    byte[] id = new byte[BYTES];
    RANDOM.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }
}
