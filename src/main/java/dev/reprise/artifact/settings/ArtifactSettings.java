package dev.reprise.artifact.settings;

import dev.reprise.artifact.HealthRules;
import dev.reprise.artifact.RankingRules;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** The rules by which generated tools are judged. */
public record ArtifactSettings(HealthRules health, RankingRules ranking) {

  private static final Setting<Integer> MAX_REPAIRS =
      Setting.of(
          "reprise.artifacts.max-repairs",
          SettingType.integer(0, 100),
          "3",
          "how often the code of a tool is repaired before it is written anew");
  private static final Setting<Double> DEGRADED_FROM =
      Setting.of(
          "reprise.artifacts.degraded-from",
          SettingType.decimal(0.01, 1),
          "0.5",
          "the part of the last ten calls that must have failed for the code to need repair; failures of"
              + " the outside world do not count");
  private static final Setting<Integer> KNOWN_TOOLS =
      Setting.of(
          "reprise.artifacts.known-tools",
          SettingType.integer(0, 100),
          "10",
          "of how many tools an agent is told, at most");
  private static final Setting<Duration> HALF_LIFE =
      Setting.of(
          "reprise.artifacts.half-life",
          SettingType.duration("PT1H"),
          "P14D",
          "after how long without a call a tool ranks half as high");
  private static final Setting<Duration> LAST_AFTER =
      Setting.of(
          "reprise.artifacts.last-after",
          SettingType.duration("PT1H"),
          "P30D",
          "after how long without a call a tool ranks below all others");
  private static final Setting<Duration> REMOVABLE_AFTER =
      Setting.of(
          "reprise.artifacts.removable-after",
          SettingType.duration("PT1H"),
          "P90D",
          "after how long without a call a tool is listed as removable; not below"
              + " `reprise.artifacts.last-after`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "artifacts",
          MAX_REPAIRS,
          DEGRADED_FROM,
          KNOWN_TOOLS,
          HALF_LIFE,
          LAST_AFTER,
          REMOVABLE_AFTER);
    }

    @Override
    public void check(Config config) {
      Duration last = LAST_AFTER.get(config);
      Duration removable = REMOVABLE_AFTER.get(config);
      if (removable.compareTo(last) < 0) {
        throw new IllegalArgumentException(
            "%s must be at least %s, which is %s, not %s"
                .formatted(REMOVABLE_AFTER, LAST_AFTER, last, removable));
      }
    }
  }

  /** Reads the configuration. */
  public static ArtifactSettings read(Config config) {
    return new ArtifactSettings(
        new HealthRules(MAX_REPAIRS.get(config), DEGRADED_FROM.get(config)),
        new RankingRules(
            KNOWN_TOOLS.get(config),
            HALF_LIFE.get(config),
            LAST_AFTER.get(config),
            REMOVABLE_AFTER.get(config)));
  }
}
