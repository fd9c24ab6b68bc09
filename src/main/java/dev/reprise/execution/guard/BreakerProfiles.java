package dev.reprise.execution.guard;

import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * When breakers of this server open, and for how long: {@code reprise.breaker.<kind>.failures} and
 * {@code .open}, where the kind is {@code tool}, {@code model} or {@code workflow}; by default as
 * in {@link BreakerSettings}.
 */
@ApplicationScoped
public class BreakerProfiles {

  private final BreakerSettings tool;
  private final BreakerSettings model;
  private final BreakerSettings workflow;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  BreakerProfiles(Config config) {
    this(
        profile(config, BreakerKey.Kind.TOOL, BreakerSettings.TOOL),
        profile(config, BreakerKey.Kind.MODEL, BreakerSettings.MODEL),
        profile(config, BreakerKey.Kind.WORKFLOW, BreakerSettings.WORKFLOW));
  }

  public BreakerProfiles(BreakerSettings tool, BreakerSettings model, BreakerSettings workflow) {
    this.tool = tool;
    this.model = model;
    this.workflow = workflow;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  BreakerSettings of(BreakerKey key) {
    return switch (key.kind()) {
      case TOOL -> tool;
      case MODEL -> model;
      case WORKFLOW -> workflow;
    };
  }

  private static BreakerSettings profile(
      Config config, BreakerKey.Kind kind, BreakerSettings defaults) {
    String prefix = "reprise.breaker." + kind.code() + ".";
    try {
      return new BreakerSettings(
          config
              .getOptionalValue(prefix + "failures", Integer.class)
              .orElse(defaults.consecutiveFailures()),
          config.getOptionalValue(prefix + "open", Duration.class).orElse(defaults.openFor()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties %s*: %s".formatted(prefix, e.getMessage()), e);
    }
  }
}
