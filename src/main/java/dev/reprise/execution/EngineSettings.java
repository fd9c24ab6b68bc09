package dev.reprise.execution;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server executes runs; every value is a MicroProfile Config property. */
@Dependent // read through its fields, which a proxy would hide
public class EngineSettings {

  /** Rejects invalid values when the server starts. */
  @PostConstruct
  void check() {
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
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s, not %s".formatted(rule, value));
    }
  }

  /** Whether this server starts queued runs; if not, only operators start jobs. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.enabled", defaultValue = "true")
  public boolean dispatchEnabled;

  /**
   * Whether each run is a job of the batch runtime; if not, the dispatcher executes it without one.
   */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.as-jobs", defaultValue = "true")
  public boolean asJobs;

  /** How often the dispatcher polls the queue. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.interval", defaultValue = "PT0.25S")
  public Duration dispatchInterval;

  /** How many runs this server works on at once. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.max-running", defaultValue = "16")
  public int maxRunning;

  /** How long a claim lasts without renewal; the server renews it three times as often. */
  @Inject
  @ConfigProperty(name = "reprise.lease", defaultValue = "PT30S")
  public Duration lease;

  /** How often servers claim a run without a step forward before they give it up. */
  @Inject
  @ConfigProperty(name = "reprise.max-attempts", defaultValue = "5")
  public int maxAttempts;

  /** How long a server that shuts down waits for the current steps of its runs. */
  @Inject
  @ConfigProperty(name = "reprise.shutdown.grace", defaultValue = "PT20S")
  public Duration shutdownGrace;
}
