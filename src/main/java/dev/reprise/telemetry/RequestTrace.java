package dev.reprise.telemetry;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The trace of the request that the current thread serves: each line that it logs has its id. */
public final class RequestTrace {

  private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

  private RequestTrace() {}

  /** Sets the trace; the thread must {@link #end} it. */
  public static void begin(String id) {
    CURRENT.set(id);
  }

  public static void end() {
    CURRENT.remove();
  }

  /** Returns the id of the trace; empty if the thread serves no request. */
  static Optional<String> current() {
    return Optional.ofNullable(CURRENT.get());
  }
}
