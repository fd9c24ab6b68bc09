package dev.reprise.execution.guard;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * When breakers of this server open, and for how long; by default as in {@link BreakerSettings}.
 */
@ApplicationScoped
public class BreakerProfiles {

  private static final Profile TOOL =
      new Profile(BreakerKey.Kind.TOOL, BreakerSettings.TOOL, "a tool is not called any more");
  private static final Profile MODEL =
      new Profile(
          BreakerKey.Kind.MODEL,
          BreakerSettings.MODEL,
          "a provider is not called any more; attempts are counted, of any run and model");
  private static final Profile WORKFLOW =
      new Profile(
          BreakerKey.Kind.WORKFLOW,
          BreakerSettings.WORKFLOW,
          "of its runs no run of an agent is started");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "circuit-breakers",
          TOOL.failures(),
          TOOL.open(),
          MODEL.failures(),
          MODEL.open(),
          WORKFLOW.failures(),
          WORKFLOW.open());
    }
  }

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
    this(TOOL.read(config), MODEL.read(config), WORKFLOW.read(config));
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

  /** The settings of the breakers of one kind. */
  private record Profile(BreakerKey.Kind kind, BreakerSettings defaults, String subject) {

    private String property(String last) {
      return "reprise.breaker.%s.%s".formatted(kind.code(), last);
    }

    private Setting<Integer> failures() {
      return Setting.of(
              property("failures"),
              SettingType.integer(1),
              Integer.toString(defaults.consecutiveFailures()))
          .means("after how many consecutive failures " + subject);
    }

    private Setting<Duration> open() {
      return Setting.of(
              property("open"), SettingType.duration("PT0.001S"), defaults.openFor().toString())
          .means("how long, until a probe");
    }

    BreakerSettings read(Config config) {
      return new BreakerSettings(failures().get(config), open().get(config));
    }
  }
}
