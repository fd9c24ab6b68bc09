package dev.reprise.execution.guard;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
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

  private static final Setting<Integer> MODEL_CALLS =
      Setting.of(property("model", "calls"), SettingType.integer(1), "256")
          .means("how many model calls are made at once; one more is not made (`overloaded`)");
  private static final Setting<Integer> MODEL_SECONDS =
      Setting.of(property("model", "seconds"), SettingType.integer(1), "900")
          .means("how long a reply may take, in seconds");
  private static final Setting<Integer> TOOL_CALLS =
      Setting.of(property("tool", "calls"), SettingType.integer(1), "1024")
          .means("how many tool calls are made at once; one more is not made (`overloaded`)");
  private static final Setting<Integer> TOOL_SECONDS =
      Setting.of(property("tool", "seconds"), SettingType.integer(1), "3600")
          .means("how long a tool call may take, in seconds, even if its tool allows more");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("outer-bounds", MODEL_CALLS, MODEL_SECONDS, TOOL_CALLS, TOOL_SECONDS);
    }
  }

  /**
   * Reads the bounds of model calls.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  public static GatewayLimit ofModels(Config config) {
    return of("model", MODEL_CALLS.get(config), MODEL_SECONDS.get(config));
  }

  /**
   * Reads the bounds of tool calls.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  public static GatewayLimit ofTools(Config config) {
    return of("tool", TOOL_CALLS.get(config), TOOL_SECONDS.get(config));
  }

  private static GatewayLimit of(String kind, int calls, int seconds) {
    return new GatewayLimit(kind, calls, Duration.ofSeconds(seconds));
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
