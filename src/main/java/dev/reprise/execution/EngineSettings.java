package dev.reprise.execution;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server executes runs. */
@Dependent // read through its fields, which a proxy would hide
public class EngineSettings {

  private static final Setting<Boolean> DISPATCH_ENABLED =
      Setting.of(
          "reprise.dispatch.enabled",
          SettingType.flag(),
          "true",
          "whether the server starts queued runs; if not, only operators start jobs");
  private static final Setting<Boolean> AS_JOBS =
      Setting.of(
          "reprise.dispatch.as-jobs",
          SettingType.flag(),
          "true",
          "whether each run is a job of the batch runtime");
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
          "how often a run may be claimed without progress, because its server ended or lost its"
              + " lease during the run, before it becomes `DEAD_LETTER`; also how often a call is"
              + " started again during which servers were lost, before a person is asked");
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
          DISPATCH_INTERVAL,
          MAX_RUNNING,
          LEASE,
          MAX_ATTEMPTS,
          SHUTDOWN_GRACE);
    }
  }

  /** Whether this server starts queued runs; if not, only operators start jobs. */
  public final boolean dispatchEnabled;

  /**
   * Whether each run is a job of the batch runtime; if not, the dispatcher executes it without one.
   */
  public final boolean asJobs;

  /** How often the dispatcher polls the queue. */
  public final Duration dispatchInterval;

  /** How many runs this server works on at once. */
  public final int maxRunning;

  /** How long a claim lasts without renewal; the server renews it three times as often. */
  public final Duration lease;

  /** How often servers claim a run without a step forward before they give it up. */
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
    dispatchInterval = DISPATCH_INTERVAL.get(config);
    maxRunning = MAX_RUNNING.get(config);
    lease = LEASE.get(config);
    maxAttempts = MAX_ATTEMPTS.get(config);
    shutdownGrace = SHUTDOWN_GRACE.get(config);
  }
}
