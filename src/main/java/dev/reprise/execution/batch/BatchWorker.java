package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.budget.Budget;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.batch.store.BatchItems;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.RunProgressReader.Progress;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Takes the items of a partition from their rows to their ends.
 *
 * <p>It works outside of the chunk's transaction: the batch runtime keeps that one open while items
 * are under way, and it must hold no connection meanwhile. Tested by {@code BatchActsIT}.
 */
@ApplicationScoped
class BatchWorker {

  private static final System.Logger LOG = System.getLogger(BatchWorker.class.getName());

  /** How many items are read at once; their runs are looked up with one statement. */
  private static final int PAGE = 100;

  /** After this time without anything but waits, the job ends until one of them does. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private static final String OVER_BUDGET = "budget_exceeded";

  private final BatchItems items;
  private final BatchClaims claims;
  private final BatchGate gate;
  private final ItemRuns runs;
  private final Clock clock;

  @Inject
  BatchWorker(BatchItems items, BatchClaims claims, BatchGate gate, ItemRuns runs, Clock clock) {
    this.items = items;
    this.claims = claims;
    this.gate = gate;
    this.runs = runs;
    this.clock = clock;
  }

  /** Begins what can be begun, and notes what has ended. Returns whether the partition is over. */
  @Transactional(TxType.NOT_SUPPORTED)
  public boolean advance(ItemWindow window) {
    ActiveBatch batch = window.batch();
    if (batch.requested().isEmpty()) {
      refill(window);
      begin(window);
    }
    poll(window);
    boolean isOver = isOver(window);
    window.report(isOver);
    return isOver;
  }

  private void refill(ItemWindow window) {
    if (window.hasReadAll() || window.readyCount() >= PAGE) {
      return;
    }
    ActiveBatch batch = window.batch();
    List<PendingItem> page = items.pending(batch.id(), window.read(), window.last(), PAGE);
    Map<UUID, Progress> known = runs.progress(page.stream().map(PendingItem::run).toList());
    window.readUpTo(page, PAGE);
    for (PendingItem item : page) {
      Optional<Progress> found = Optional.ofNullable(known.get(item.run()));
      boolean isRetry = found.filter(run -> isToRetry(item, run)).isPresent();
      if (found.isEmpty() || isRetry) {
        window.addReady(new ItemWindow.Ready(item, isRetry));
      } else {
        window.opened(item); // by a job before this one
      }
    }
    window.report(false);
  }

  /** A run that has gone on since its item failed was retried already. */
  private static boolean isToRetry(PendingItem item, Progress run) {
    return run.status() != RunStatus.COMPLETED
        && item.failedAt().equals(Optional.of(run.lastSequence()));
  }

  private void begin(ItemWindow window) {
    ActiveBatch batch = window.batch();
    if (window.readyCount() == 0) {
      return;
    }
    Optional<List<PinnedTool>> tools = gate.admitted(batch);
    if (tools.isEmpty()) {
      return;
    }
    List<Budget> budgets = batch.admit(window.partition(), window.readyCount());
    List<PendingItem> fresh = new ArrayList<>();
    List<Budget> freshBudgets = new ArrayList<>();
    List<ItemWindow.Ready> taken = window.take(budgets.size());
    for (int i = 0; i < taken.size(); i++) {
      PendingItem item = taken.get(i).item();
      window.opened(item);
      if (taken.get(i).isRetry()) {
        runs.retry(batch.batch(), item);
      } else {
        fresh.add(item);
        freshBudgets.add(budgets.get(i));
      }
    }
    runs.submit(batch.batch(), tools.get(), fresh, freshBudgets)
        .forEach(
            outcome -> window.ended(PendingItem.runOf(batch.id(), outcome.position()), outcome));
    if (budgets.isEmpty()) {
      batch.exhausted().ifPresent(reason -> fail(batch, reason));
    }
  }

  private void poll(ItemWindow window) {
    Batch batch = window.batch().batch();
    Map<UUID, Progress> known = progress(window);
    Set<UUID> waiting = new HashSet<>();
    int active = 0;
    for (UUID run : window.open()) {
      Progress progress = known.get(run);
      PendingItem item = window.item(run);
      if (progress == null) {
        window.ended(run, runs.erased(item));
      } else if (progress.status().isEnded()) {
        window.ended(run, runs.outcome(batch, item, progress));
      } else if (progress.awaitsPerson()) {
        waiting.add(run);
      } else if (progress.status() != RunStatus.WAITING) {
        active++;
      }
    }
    window.update(waiting, active, clock.instant());
  }

  /** A read costs nothing but time, so it is tried once more: Derby may end it in a deadlock. */
  private Map<UUID, Progress> progress(ItemWindow window) {
    try {
      return runs.progress(window.open());
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "batch %s: its runs could not be read; tried again at once"
              .formatted(window.batch().id()),
          e);
      return runs.progress(window.open());
    }
  }

  private boolean isOver(ItemWindow window) {
    if (window.hasEnded()) {
      return false;
    }
    ActiveBatch batch = window.batch();
    if (batch.requested().isEmpty()) {
      return window.isDone() || batch.isIdle(clock.instant(), IDLE);
    }
    return switch (batch.requested().get()) {
      case CANCELLED -> isCancelled(window);
      case FAILED -> !window.isActive() && isCancelled(window);
      default -> !window.isActive();
    };
  }

  private boolean isCancelled(ItemWindow window) {
    if (window.hasOpen() && window.cancelsNow()) {
      runs.cancel(window.batch().batch(), window.open());
    }
    return !window.hasOpen();
  }

  /** Records how items ended, and whether a limit of the batch is reached by that. */
  @Transactional(TxType.NOT_SUPPORTED)
  public void record(ItemWindow window, List<ItemOutcome> outcomes) {
    ActiveBatch batch = window.batch();
    batch.update(items.end(batch.claim(), outcomes));
    window.recorded(outcomes);
    window.report(false);
    if (batch.requested().filter(it -> it != BatchStatus.PAUSED).isPresent()) {
      return;
    }
    batch
        .batch()
        .limits()
        .reachedBy(batch.totals())
        .or(
            () ->
                outcomes.stream().anyMatch(BatchWorker::isOverBudget)
                    ? batch.tooLittleLeft()
                    : Optional.empty())
        .ifPresent(reason -> fail(batch, reason));
  }

  private static boolean isOverBudget(ItemOutcome outcome) {
    return outcome.errorCode().filter(OVER_BUDGET::equals).isPresent();
  }

  private void fail(ActiveBatch batch, String reason) {
    claims.fail(batch.claim(), reason);
    claims.find(batch.id()).ifPresent(batch::update);
  }
}
