package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells under which id a request is traced: that of its header {@code traceparent} (W3C Trace
 * Context), or a new one.
 */
public final class TraceId {

  private static final String ATTRIBUTE = TraceId.class.getName();

  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final int BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private TraceId() {}

  /** Returns the id of a request, the same each time. */
  public static String of(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    String id = parent(request).orElseGet(TraceId::fresh);
    request.setAttribute(ATTRIBUTE, id);
    return id;
  }

  private static Optional<String> parent(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("traceparent"))
        .map(TRACEPARENT::matcher)
        .filter(Matcher::matches)
        .map(parent -> parent.group(1));
  }

  private static String fresh() {
    byte[] id = new byte[BYTES];
    RANDOM.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }
}
