package dev.reprise.execution.guard;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * The limits of this server for all calls of one kind, besides the limits of each call: {@code
 * reprise.bound.<kind>.calls} and {@code .seconds}, with their defaults in {@code
 * META-INF/microprofile-config.properties}.
 *
 * <p>MicroProfile Fault Tolerance enforces the same properties, but its exceptions do not name the
 * values that a failure message needs.
 *
 * @param kind {@code model} or {@code tool}
 * @param calls how many calls are made at once, at least 1
 * @param time how long each call may take, at least a second
 */
public record GatewayLimit(String kind, int calls, Duration time) {

  public GatewayLimit {
    if (calls < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, not %d".formatted(property(kind, "calls"), calls));
    }
    if (time.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, not %d".formatted(property(kind, "seconds"), time.toSeconds()));
    }
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  public static GatewayLimit of(Config config, String kind) {
    return new GatewayLimit(
        kind,
        config.getValue(property(kind, "calls"), Integer.class),
        Duration.ofSeconds(config.getValue(property(kind, "seconds"), Long.class)));
  }

  /** Returns the fault of a call that was not made because too many others are in progress. */
  public Fault full() {
    return new Fault(
        FailureClass.OVERLOADED,
        "this server makes at most %d %s calls at once (%s); this one was not made"
            .formatted(calls, kind, property(kind, "calls")));
  }

  /** Returns the fault of a call that took too long. */
  public Fault late() {
    return new Fault(
        FailureClass.TIMEOUT, "the %s call did not end within %s".formatted(kind, limit()));
  }

  /** Returns how long a call may take, as text that names the property. */
  public String limit() {
    return "%ds (%s)".formatted(time.toSeconds(), property(kind, "seconds"));
  }

  private static String property(String kind, String name) {
    return "reprise.bound.%s.%s".formatted(kind, name);
  }
}
