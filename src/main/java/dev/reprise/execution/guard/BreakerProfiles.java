package dev.reprise.execution.guard;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * When breakers of this server open, and for how long; by default as in {@link BreakerSettings}.
 */
@Dependent
public final class BreakerProfiles extends SettingGroup {

  private final BreakerSettings tool =
      breaker(BreakerKey.Kind.TOOL, BreakerSettings.TOOL, "a tool is not called any more");
  private final BreakerSettings model =
      breaker(
          BreakerKey.Kind.MODEL,
          BreakerSettings.MODEL,
          "a provider is not called any more; attempts are counted, of any run and model");
  private final BreakerSettings workflow =
      breaker(
          BreakerKey.Kind.WORKFLOW,
          BreakerSettings.WORKFLOW,
          "of its runs no run of an agent is started");

  /** Has the defaults. */
  public BreakerProfiles() {
    super("circuit-breakers");
  }

  @Inject
  public BreakerProfiles(Config config) {
    super("circuit-breakers", config);
  }

  private BreakerSettings breaker(BreakerKey.Kind kind, BreakerSettings defaults, String subject) {
    String property = "reprise.breaker.%s.".formatted(kind.code());
    String failures = Integer.toString(defaults.consecutiveFailures());
    return new BreakerSettings(
        setting(property + "failures", SettingType.integer(1), failures)
            .means("after how many consecutive failures " + subject),
        setting(property + "open", SettingType.duration("PT0.001S"), defaults.openFor().toString())
            .means("how long, until a probe"));
  }

  BreakerSettings of(BreakerKey key) {
    return switch (key.kind()) {
      case TOOL -> tool;
      case MODEL -> model;
      case WORKFLOW -> workflow;
    };
  }
}
