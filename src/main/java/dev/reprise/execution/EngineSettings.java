package dev.reprise.execution;

import dev.reprise.journal.JournalSettings;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** How this server executes runs. */
@Dependent // read through its fields, which a proxy would hide
public class EngineSettings {

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

  private static final Setting<Boolean> DISPATCH_ENABLED =
      Setting.of(
          "reprise.dispatch.enabled",
          SettingType.flag(),
          "true",
          "whether the server starts queued runs; if not, only operators start jobs");
  private static final Setting<AsJobs> AS_JOBS =
      Setting.of(
          "reprise.dispatch.as-jobs",
          SettingType.choice(AsJobs.class),
          "when-useful",
          "which runs are jobs of the batch runtime: `when-useful` those that operators may want to"
              + " see, stop or restart");
  private static final Setting<Duration> JOB_AFTER =
      Setting.of(
          "reprise.dispatch.job-after",
          SettingType.duration("PT0S"),
          "PT2S",
          "how long a run works before it becomes a job, if jobs are used `when-useful`");
  private static final Setting<Duration> DISPATCH_INTERVAL =
      Setting.of(
          "reprise.dispatch.interval",
          SettingType.duration("PT0.001S"),
          "PT0.25S",
          "how often the server polls the queue");
  private static final Setting<Integer> MAX_RUNNING =
      Setting.of(
          "reprise.dispatch.max-running",
          SettingType.integer(1),
          "16",
          "how many runs this server works on at once");
  private static final Setting<Duration> LEASE =
      Setting.of(
          "reprise.lease",
          SettingType.duration("PT3S"),
          "PT30S",
          "how long a claim holds without a renewal; it is renewed three times as often");
  private static final Setting<Integer> MAX_ATTEMPTS =
      Setting.of(
          "reprise.max-attempts",
          SettingType.integer(1),
          "5",
          "how often a run may be claimed without reading its record to the end before it becomes"
              + " `DEAD_LETTER`; also how often a call is started again during which servers were"
              + " lost, before a person is asked");
  private static final Setting<Duration> SHUTDOWN_GRACE =
      Setting.of(
          "reprise.shutdown.grace",
          SettingType.duration("PT0S"),
          "PT20S",
          "how long a stopping server waits for active steps, after Liberty's own 30 s");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "the-engine",
          DISPATCH_ENABLED,
          AS_JOBS,
          JOB_AFTER,
          DISPATCH_INTERVAL,
          MAX_RUNNING,
          LEASE,
          MAX_ATTEMPTS,
          SHUTDOWN_GRACE);
    }

    @Override
    public List<String> warnings(Config config) {
      Duration lease = LEASE.get(config);
      Duration patience = new JournalSettings(config).maxOutage();
      return patience.compareTo(lease) < 0
          ? List.of()
          : List.of(
              "reprise.durability.patience is %s and should be below reprise.lease, %s: a claim that is written so late has run out"
                  .formatted(patience, lease));
    }
  }

  /** Whether this server starts queued runs; if not, only operators start jobs. */
  public final boolean dispatchEnabled;

  /** Which runs the dispatcher executes as jobs of the batch runtime. */
  public final AsJobs asJobs;

  /** How long a run works before it becomes a job, if jobs are used when useful. */
  public final Duration jobAfter;

  /** How often the dispatcher polls the queue. */
  public final Duration dispatchInterval;

  /** How many runs this server works on at once. */
  public final int maxRunning;

  /** How long a claim lasts without renewal; the server renews it three times as often. */
  public final Duration lease;

  /** How often servers claim a run without reading its record before they give it up. */
  public final int maxAttempts;

  /** How long a server that shuts down waits for the current steps of its runs. */
  public final Duration shutdownGrace;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names its property
   */
  @Inject
  public EngineSettings(Config config) {
    dispatchEnabled = DISPATCH_ENABLED.get(config);
    asJobs = AS_JOBS.get(config);
    jobAfter = JOB_AFTER.get(config);
    dispatchInterval = DISPATCH_INTERVAL.get(config);
    maxRunning = MAX_RUNNING.get(config);
    lease = LEASE.get(config);
    maxAttempts = MAX_ATTEMPTS.get(config);
    shutdownGrace = SHUTDOWN_GRACE.get(config);
  }
}
