package dev.reprise.execution;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server executes runs; every value is a MicroProfile Config property. */
@Dependent // read through its fields, which a proxy would hide
public class EngineSettings {

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
   * Checks the values when the server starts.
   *
   * @throws IllegalArgumentException if a value is invalid; names its property
   */
  @Inject
  public EngineSettings(
      @ConfigProperty(name = "reprise.dispatch.enabled", defaultValue = "true")
          boolean dispatchEnabled,
      @ConfigProperty(name = "reprise.dispatch.as-jobs", defaultValue = "true") boolean asJobs,
      @ConfigProperty(name = "reprise.dispatch.interval", defaultValue = "PT0.25S")
          Duration dispatchInterval,
      @ConfigProperty(name = "reprise.dispatch.max-running", defaultValue = "16") int maxRunning,
      @ConfigProperty(name = "reprise.lease", defaultValue = "PT30S") Duration lease,
      @ConfigProperty(name = "reprise.max-attempts", defaultValue = "5") int maxAttempts,
      @ConfigProperty(name = "reprise.shutdown.grace", defaultValue = "PT20S")
          Duration shutdownGrace) {
    require(
        lease.compareTo(Duration.ofSeconds(3)) >= 0, "reprise.lease must be at least PT3S", lease);
    require(
        dispatchInterval.isPositive(),
        "reprise.dispatch.interval must be positive",
        dispatchInterval);
    require(maxRunning > 0, "reprise.dispatch.max-running must be at least 1", maxRunning);
    require(maxAttempts > 0, "reprise.max-attempts must be at least 1", maxAttempts);
    require(
        !shutdownGrace.isNegative(), "reprise.shutdown.grace must not be negative", shutdownGrace);
    this.dispatchEnabled = dispatchEnabled;
    this.asJobs = asJobs;
    this.dispatchInterval = dispatchInterval;
    this.maxRunning = maxRunning;
    this.lease = lease;
    this.maxAttempts = maxAttempts;
    this.shutdownGrace = shutdownGrace;
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s, not %s".formatted(rule, value));
    }
  }
}
