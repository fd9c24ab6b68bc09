package dev.reprise.journal;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** What this server does while the database does not accept appends. */
@Dependent
public class JournalSettings {

  /** Whether runs may continue for a while without a record. */
  public enum Durability {
    /** Runs continue as far as no guarantee needs the record, while writes are retried. */
    DEGRADED,
    /** Runs wait for each append, and fail if the database did not accept one at once. */
    REQUIRED
  }

  private static final Setting<Durability> DURABILITY =
      Setting.of(
          "reprise.durability",
          SettingType.choice(Durability.class),
          "degraded",
          "what a run does while the database does not take its record: `degraded` continues as far"
              + " as no guarantee needs the record, `required` waits for each write");
  private static final Setting<Duration> PATIENCE =
      Setting.of(
          "reprise.durability.patience",
          SettingType.duration("PT0S"),
          "PT20S",
          "how long a request or claim waits while the database does not take its write, counted"
              + " from the first failure; what a run records waits for as long as its server lives."
              + " Keep it below `reprise.lease`");
  private static final Setting<Duration> LINGER =
      Setting.of(
          "reprise.durability.linger",
          SettingType.duration("PT0S", "PT1S"),
          "PT0.002S",
          "how long a write that no run waits for may be held back, so that one commit takes several");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-engine", DURABILITY, PATIENCE, LINGER);
    }
  }

  private final Durability durability;
  private final Duration maxOutage;
  private final Duration linger;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names its property
   */
  @Inject
  public JournalSettings(Config config) {
    this(DURABILITY.get(config), PATIENCE.get(config), LINGER.get(config));
  }

  public JournalSettings(Durability durability, Duration maxOutage, Duration linger) {
    this.durability = durability;
    this.maxOutage = maxOutage;
    this.linger = linger;
  }

  /**
   * Returns how long an outage may last for what no holder of a run writes: until then, its failing
   * writes are retried.
   */
  public Duration maxOutage() {
    return maxOutage;
  }

  /** Returns how long an append that no run waits for may stay pending. */
  public Duration linger() {
    return linger;
  }

  /** Returns whether a run fails if the database did not accept its record at once. */
  public boolean isRequired() {
    return durability == Durability.REQUIRED;
  }
}
