package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.StopCause;
import dev.reprise.platform.server.HttpEndpoints;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Distinguishes a job that the server stops because it shuts down from a job that an operator
 * stopped.
 *
 * <p>A server that shuts down closes its endpoints and stops its jobs at about the same time, in no
 * particular order; it waits for the jobs, and only then stops the application. An operator's stop
 * comes through an endpoint, so a job that is stopped while all endpoints are closed was stopped by
 * the server.
 */
@ApplicationScoped
public class ShutdownDetector {

  private static final System.Logger LOG = System.getLogger(ShutdownDetector.class.getName());

  /** Longer than the time from the stop of the first job to the end of the last endpoint. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final long EVERY_MILLIS = 50;

  /** The exit status that the definition of a job sets if the job ends by itself with work left. */
  public static final String WORK_LEFT = "WORK_LEFT";

  private final ActiveRuns active;
  private final HttpEndpoints endpoints;
  private final Clock clock;

  @Inject
  ShutdownDetector(ActiveRuns active, HttpEndpoints endpoints, Clock clock) {
    this.active = active;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  /**
   * Returns why a job is being stopped; after a shutdown, no other run is started. Takes a moment
   * if an operator stopped the job.
   */
  public StopCause ofStoppedJob() {
    if (!active.isShuttingDown() && isShutdown()) {
      LOG.log(INFO, "the server shuts down: runs stop after their step and are handed over");
      active.shutDown();
    }
    return active.isShuttingDown() ? StopCause.DRAIN : StopCause.OPERATOR;
  }

  /**
   * Returns whether an operator has stopped a job since its step released what it held. To be asked
   * after the job, when the batch runtime takes no stop any more: each stop that it took is seen
   * either at the release or here.
   */
  public boolean wasStoppedByOperator(JobContext job) {
    return job.getBatchStatus() == BatchStatus.STOPPING
        && !WORK_LEFT.equals(job.getExitStatus())
        && ofStoppedJob() == StopCause.OPERATOR;
  }

  private boolean isShutdown() {
    Instant until = clock.instant().plus(MOMENT);
    try {
      while (endpoints.areOpen() && clock.instant().isBefore(until)) {
        TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
      }
      return !endpoints.areOpen();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true; // operators do not interrupt threads
    }
  }
}
