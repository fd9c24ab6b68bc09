package dev.reprise.execution.batch;

import dev.reprise.agent.budget.Budget;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchClaim;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.BudgetShares;
import dev.reprise.batch.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A batch that a job of this server holds: what its partitions share.
 *
 * <p>The partitions share the concurrency evenly while all have items, and each has more of it when
 * others have ended.
 */
final class ActiveBatch {

  /** How many runs may wait for people without counting as running, so that others go on. */
  private static final int MAX_WAITING = 1000;

  private final BatchClaim claim;
  private final BudgetShares budget;
  private final Map<Integer, Load> loads = new ConcurrentHashMap<>();
  private volatile Batch batch;
  private volatile Optional<BatchStop> stop = Optional.empty();
  private volatile Optional<Hold> requestsHeld = Optional.empty();
  private volatile Optional<Hold> itemsHeld = Optional.empty();

  ActiveBatch(Batch batch) {
    this.batch = batch;
    this.claim = new BatchClaim(batch.id(), batch.holder().epoch());
    this.budget = new BudgetShares(batch.limits());
  }

  /**
   * What a partition has under way.
   *
   * @param counted runs that count towards the concurrency, until their ends are recorded
   * @param waiting runs that wait for people
   * @param idleSince since when no run of it is queued or running, and none can be started; empty
   *     if that is not so
   * @param isOver whether the partition has no more to do
   */
  record Load(int counted, int waiting, Optional<Instant> idleSince, boolean isOver) {

    private static final Load NONE = new Load(0, 0, Optional.empty(), false);

    int open() {
      return counted + waiting;
    }
  }

  UUID id() {
    return claim.batch();
  }

  BatchClaim claim() {
    return claim;
  }

  Batch batch() {
    return batch;
  }

  BatchTotals totals() {
    return batch.totals();
  }

  /** Returns the status that people or a limit asked for. */
  Optional<BatchStatus> requested() {
    return batch.state().requested();
  }

  /** Notes the batch as its row has it now; an older one changes nothing. */
  synchronized void update(Batch now) {
    if (now.totals().lastNumber() >= batch.totals().lastNumber()) {
      batch = now;
    }
  }

  Optional<BatchStop> stop() {
    return stop;
  }

  /** Asks the job to leave the batch; the first cause counts, but for a lost claim. */
  void stop(BatchStop cause) {
    if (stop.isEmpty() || cause == BatchStop.CLAIM_LOST) {
      stop = Optional.of(cause);
    }
  }

  /** Notes why items are not submitted to a batch of the provider. */
  void holdRequests(Hold hold) {
    requestsHeld = Optional.of(hold);
  }

  /** Notes why no run of an item is started now; empty if runs are. */
  void holdItems(Optional<Hold> hold) {
    itemsHeld = hold;
  }

  /** Returns why items are held that could begin. */
  Optional<Hold> held() {
    return requestsHeld.or(() -> itemsHeld);
  }

  /** Lets a partition begin. */
  void join(int partition) {
    loads.put(partition, Load.NONE);
  }

  /** Notes what a partition has under way. */
  void report(int partition, Load load) {
    loads.put(partition, load);
  }

  /** Returns what each of the runs may spend that a partition may start now, at most so many. */
  synchronized List<Budget> admit(int partition, int wanted) {
    int concurrency = batch.limits().concurrency();
    int counted = loads.values().stream().mapToInt(Load::counted).sum();
    int waiting = loads.values().stream().mapToInt(Load::waiting).sum();
    Load own = loads.getOrDefault(partition, Load.NONE);
    long sharers = Math.max(1, loads.values().stream().filter(load -> !load.isOver()).count());
    int share = (int) Math.ceilDiv(concurrency, sharers);
    int room = Math.min(concurrency - counted, share - own.counted());
    List<Budget> admitted = new ArrayList<>();
    while (admitted.size() < Math.min(wanted, room) && waiting < MAX_WAITING) {
      Optional<Budget> next = budget.next(batch.totals(), counted + waiting + admitted.size());
      if (next.isEmpty()) {
        break;
      }
      admitted.add(next.get());
    }
    report(
        partition,
        new Load(own.counted() + admitted.size(), own.waiting(), own.idleSince(), own.isOver()));
    return admitted;
  }

  /** Returns why no further run can begin although none is open: the budget is used up. */
  Optional<String> exhausted() {
    boolean isNoneOpen = loads.values().stream().allMatch(load -> load.open() == 0);
    return isNoneOpen && budget.isSpent(batch.totals())
        ? Optional.of("the budget of the batch is spent")
        : Optional.empty();
  }

  /** Returns why an item that its budget stopped means that the batch has too little left. */
  Optional<String> tooLittleLeft() {
    return budget.isNearlySpent(batch.totals())
        ? Optional.of("what is left of the budget of the batch is not enough for another item")
        : Optional.empty();
  }

  /** Returns whether no partition has had anything to do for so long but to wait. */
  boolean isIdle(Instant now, Duration time) {
    return loads.values().stream()
        .filter(load -> !load.isOver())
        .allMatch(load -> load.idleSince().filter(it -> !it.plus(time).isAfter(now)).isPresent());
  }
}
