package dev.reprise.crash;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Which run is held at which point until the server is killed. The plan is in memory: after the
 * next start, the server knows of no plan and holds no run.
 */
@ApplicationScoped
public class CrashPlan {

  private final Map<UUID, CrashPoint> points = new ConcurrentHashMap<>();
  private final LedgerClient ledger;

  @Inject
  CrashPlan(LedgerClient ledger) {
    this.ledger = ledger;
  }

  void plan(UUID run, CrashPoint point) {
    points.put(run, point);
  }

  /**
   * Tells the ledger that a run has reached this point. Never returns if the plan holds the run
   * here.
   */
  void reach(UUID run, CrashPoint point) {
    reach(run, point, () -> {});
  }

  /**
   * Does the same after a wait.
   *
   * @param wait returns as soon as the run has really reached the point; called only if the plan
   *     holds the run here
   */
  void reach(UUID run, CrashPoint point, Runnable wait) {
    if (points.get(run) != point) {
      return;
    }
    wait.run();
    try {
      ledger.write("POST", point.key(run));
      new CountDownLatch(1).await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
