package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.StopCause;
import dev.reprise.platform.HttpEndpoints;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Tells a job that the server stops because it shuts down from one that an operator stopped.
 *
 * <p>A server that shuts down closes its endpoints and stops its jobs, in one moment and in no
 * order, waits for the jobs, and only then stops the application. An operator's stop has come in
 * through an endpoint: a job that is stopped while all of them are closed was stopped by the
 * server.
 */
@ApplicationScoped
class ShutdownDetector {

  private static final System.Logger LOG = System.getLogger(ShutdownDetector.class.getName());

  /** More than lies between the stop of the first job and the end of the last endpoint. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final long EVERY_MILLIS = 50;

  @Inject ActiveRuns inHand;
  @Inject HttpEndpoints endpoints;
  @Inject Clock clock;

  /**
   * Returns why a job is being stopped; if it is the shutdown, no other run is begun any more.
   * Takes a moment for an operator's stop.
   */
  StopCause ofStoppedJob() {
    if (!inHand.isShuttingDown() && isUnderWay()) {
      LOG.log(INFO, "the server shuts down: runs stop behind their step and are handed over");
      inHand.shutDown();
    }
    return inHand.isShuttingDown() ? StopCause.SHUTDOWN : StopCause.OPERATOR;
  }

  private boolean isUnderWay() {
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
