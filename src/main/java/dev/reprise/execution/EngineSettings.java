package dev.reprise.execution;

import dev.reprise.journal.JournalSettings;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** How this server executes runs. */
@Dependent // read through its fields, which a proxy would hide
public final class EngineSettings extends SettingGroup {

  /** Which runs the dispatcher executes as jobs of the batch runtime. */
  public enum AsJobs {
    /** Each run, from its start. */
    ALWAYS,
    /**
     * A run that enters its second phase, works for a while, was interrupted, or stops before it
     * has completed: whatever operators may want to see, stop or restart.
     */
    WHEN_USEFUL,
    /** No run. */
    NEVER
  }

  public final boolean dispatchEnabled =
      setting("reprise.dispatch.enabled", SettingType.flag(), "true")
          .means("whether the server starts queued runs; if not, only operators start jobs");
  public final AsJobs asJobs =
      setting("reprise.dispatch.as-jobs", SettingType.choice(AsJobs.class), "when-useful")
          .means(
              "which runs are jobs of the batch runtime: `when-useful` those that operators may"
                  + " want to see, stop or restart");
  public final Duration jobAfter =
      setting("reprise.dispatch.job-after", SettingType.duration("PT0S"), "PT2S")
          .means("how long a run works before it becomes a job, if jobs are used `when-useful`");
  public final Duration dispatchInterval =
      setting("reprise.dispatch.interval", SettingType.duration("PT0.001S"), "PT0.25S")
          .means("how often the server polls the queue");
  public final int maxRunning =
      setting("reprise.dispatch.max-running", SettingType.integer(1), "16")
          .means("how many runs this server works on at once");
  public final Duration lease =
      setting("reprise.lease", SettingType.duration("PT3S"), "PT30S")
          .means("how long a claim holds without a renewal; it is renewed three times as often");
  public final int maxAttempts =
      setting("reprise.max-attempts", SettingType.integer(1), "5")
          .means(
              "how often a run may be claimed without reading its record to the end before it"
                  + " becomes `DEAD_LETTER`; also how often a call is started again during which"
                  + " servers were lost, before a person is asked");
  public final Duration shutdownGrace =
      setting("reprise.shutdown.grace", SettingType.duration("PT0S"), "PT20S")
          .means("how long a stopping server waits for active steps, after Liberty's own 30 s");

  public EngineSettings() {
    super("the-engine");
  }

  @Inject
  public EngineSettings(Config config) {
    super("the-engine", config);
  }

  @Override
  public List<String> warnings(Config config) {
    Duration lease = new EngineSettings(config).lease;
    Duration patience = new JournalSettings(config).maxOutage;
    return patience.compareTo(lease) < 0
        ? List.of()
        : List.of(
            "reprise.durability.patience is %s and should be below reprise.lease, %s: a claim that is written so late has run out"
                .formatted(patience, lease));
  }
}
