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
 * Which run is to be held at which point until the server is killed. Kept in memory: the next start
 * of the server knows of no plan and holds nobody.
 */
@ApplicationScoped
public class CrashPlan {

  private final Map<UUID, CrashPoint> points = new ConcurrentHashMap<>();
  private LedgerClient ledger;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  CrashPlan() {}

  @Inject
  CrashPlan(LedgerClient ledger) {
    this.ledger = ledger;
  }

  void plan(UUID run, CrashPoint point) {
    points.put(run, point);
  }

  /** Tells the ledger that a run is here, and never returns, if this is where it is to be held. */
  void reach(UUID run, CrashPoint point) {
    reach(run, point, () -> {});
  }

  /**
   * Does the same.
   *
   * @param wait returns as soon as the run is really here; called only if it is to be held
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
