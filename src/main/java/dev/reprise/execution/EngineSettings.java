package dev.reprise.execution;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How this server carries runs out; every value is a MicroProfile Config property. */
@Dependent // read through its fields, which a proxy would hide
public class EngineSettings {

  /** Refuses values that no engine can run with, when the server starts. */
  @PostConstruct
  void check() {
    require(lease.compareTo(Duration.ofSeconds(3)) >= 0, "reprise.lease is at least PT3S", lease);
    require(
        dispatchInterval.isPositive(), "reprise.dispatch.interval is positive", dispatchInterval);
    require(maxRunning > 0, "reprise.dispatch.max-running is at least 1", maxRunning);
    require(maxAttempts > 0, "reprise.max-attempts is at least 1", maxAttempts);
    require(!shutdownGrace.isNegative(), "reprise.shutdown.grace is not negative", shutdownGrace);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("%s, not %s".formatted(rule, value));
    }
  }

  /** Whether queued runs are started; off, only operators start jobs. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.enabled", defaultValue = "true")
  public boolean dispatchEnabled;

  /** Whether each run is a job of the batch runtime; off, the dispatcher carries it out without. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.as-jobs", defaultValue = "true")
  public boolean asJobs;

  /** How often the queue is looked at. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.interval", defaultValue = "PT0.25S")
  public Duration dispatchInterval;

  /** How many runs this server works on at once. */
  @Inject
  @ConfigProperty(name = "reprise.dispatch.max-running", defaultValue = "16")
  public int maxRunning;

  /** For how long a claim holds without a sign of life; renewed three times as often. */
  @Inject
  @ConfigProperty(name = "reprise.lease", defaultValue = "PT30S")
  public Duration lease;

  /** How often a run is taken on without a step forward before it is given up. */
  @Inject
  @ConfigProperty(name = "reprise.max-attempts", defaultValue = "5")
  public int maxAttempts;

  /** How long a server that shuts down waits for steps in hand. */
  @Inject
  @ConfigProperty(name = "reprise.shutdown.grace", defaultValue = "PT20S")
  public Duration shutdownGrace;
}
