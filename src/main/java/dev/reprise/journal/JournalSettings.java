package dev.reprise.journal;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** What this server does while the database does not accept appends. */
@Dependent // read through its fields, which a proxy would hide
public final class JournalSettings extends SettingGroup {

  /** Whether runs may continue for a while without a record. */
  public enum Durability {
    /** Runs continue as far as no guarantee needs the record, while writes are retried. */
    DEGRADED,
    /** Runs wait for each append, and fail if the database did not accept one at once. */
    REQUIRED
  }

  private final Durability durability =
      setting("reprise.durability", SettingType.choice(Durability.class), "degraded")
          .means(
              "what a run does while the database does not take its record: `degraded` continues as"
                  + " far as no guarantee needs the record, `required` waits for each write");

  /**
   * How long an outage may last for what no holder of a run writes: until then, its failing writes
   * are retried.
   */
  public final Duration maxOutage =
      setting("reprise.durability.patience", SettingType.duration("PT0S"), "PT20S")
          .means(
              "how long a request or claim waits while the database does not take its write,"
                  + " counted from the first failure; what a run records waits for as long as its"
                  + " server lives. Keep it below `reprise.lease`");

  /** How long an append that no run waits for may stay pending. */
  public final Duration linger =
      setting("reprise.durability.linger", SettingType.duration("PT0S", "PT1M"), "PT0.002S")
          .means(
              "how long a write that no run waits for may be held back, so that one commit takes"
                  + " several");

  public JournalSettings() {
    super("the-engine");
  }

  @Inject
  public JournalSettings(Config config) {
    super("the-engine", config);
  }

  /** Returns whether a run fails if the database did not accept its record at once. */
  public boolean isRequired() {
    return durability == Durability.REQUIRED;
  }
}
