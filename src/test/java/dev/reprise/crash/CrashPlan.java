package dev.reprise.crash;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
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
  private Event<Reached> reached;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  CrashPlan() {}

  @Inject
  CrashPlan(LedgerClient ledger, Event<Reached> reached) {
    this.ledger = ledger;
    this.reached = reached;
  }

  void plan(UUID run, CrashPoint point) {
    points.put(run, point);
  }

  /** Says to the ledger that a run is here and never returns, if this is where it is to be held. */
  void reach(UUID run, CrashPoint point) {
    if (points.get(run) != point) {
      return;
    }
    try {
      ledger.write("POST", point.key(run));
      new CountDownLatch(1).await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same, as soon as the transaction that the caller is in has been committed. */
  void reachOnceDurable(UUID run, CrashPoint point) {
    reached.fire(new Reached(run, point));
  }

  void afterCommit(@Observes(during = TransactionPhase.AFTER_SUCCESS) Reached here) {
    reach(here.run(), here.point());
  }

  /** A run has come to a point. */
  record Reached(UUID run, CrashPoint point) {}
}
