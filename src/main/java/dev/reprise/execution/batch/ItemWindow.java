package dev.reprise.execution.batch;

import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.PendingItem;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The part of a partition's items that is in memory: read and not begun, under way, and ended but
 * not recorded. One thread uses it. Tested by {@code BatchIT}.
 */
final class ItemWindow {

  private final ActiveBatch batch;
  private final int partition;
  private final int last;

  private final Deque<Ready> ready = new ArrayDeque<>();
  private final Map<UUID, PendingItem> open = new LinkedHashMap<>();
  private final Set<UUID> waiting = new HashSet<>();
  private final Deque<ItemOutcome> ended = new ArrayDeque<>();
  private final Set<Integer> unrecorded = new HashSet<>();
  private int read;
  private boolean hasReadAll;
  private boolean hasCancelled;
  private int active;
  private Optional<Instant> idleSince = Optional.empty();

  /**
   * @param first the first position of the partition
   * @param last the last one
   */
  ItemWindow(ActiveBatch batch, int partition, int first, int last) {
    this.batch = batch;
    this.partition = partition;
    this.read = first - 1;
    this.last = last;
    this.hasReadAll = first > last;
    batch.join(partition);
  }

  /**
   * An item that can be begun.
   *
   * @param isRetry whether its run exists and failed, and is to be tried once more
   */
  record Ready(PendingItem item, boolean isRetry) {}

  ActiveBatch batch() {
    return batch;
  }

  int read() {
    return read;
  }

  int last() {
    return last;
  }

  boolean hasReadAll() {
    return hasReadAll;
  }

  int readyCount() {
    return ready.size();
  }

  /** Notes that these items were read; fewer than requested are the last ones. */
  void readUpTo(List<PendingItem> page, int requested) {
    read = page.isEmpty() ? read : page.getLast().position();
    hasReadAll = page.size() < requested;
  }

  void addReady(Ready item) {
    ready.add(item);
  }

  /** Takes the next items that can be begun. */
  List<Ready> take(int count) {
    List<Ready> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(ready.remove());
    }
    return taken;
  }

  void opened(PendingItem item) {
    open.put(item.run(), item);
  }

  Collection<UUID> open() {
    return List.copyOf(open.keySet());
  }

  PendingItem item(UUID run) {
    return Optional.ofNullable(open.get(run)).orElseThrow();
  }

  /** Notes how an item ended; it counts as under way until that is recorded. */
  void ended(UUID run, ItemOutcome outcome) {
    open.remove(run);
    waiting.remove(run);
    ended.add(outcome);
    unrecorded.add(outcome.position());
  }

  /** Notes which of the open runs wait for people, and how many are queued or running. */
  void update(Set<UUID> waitingForPeople, int queuedOrRunning, Instant now) {
    waiting.clear();
    waiting.addAll(waitingForPeople);
    active = queuedOrRunning;
    boolean isIdle = active == 0 && unrecorded.isEmpty();
    idleSince = isIdle ? idleSince.or(() -> Optional.of(now)) : Optional.empty();
  }

  Optional<ItemOutcome> nextEnded() {
    return Optional.ofNullable(ended.poll());
  }

  boolean hasEnded() {
    return !ended.isEmpty();
  }

  /** Notes that the ends of these items are recorded. */
  void recorded(List<ItemOutcome> outcomes) {
    outcomes.forEach(outcome -> unrecorded.remove(outcome.position()));
  }

  /** Returns whether a run is queued or running. */
  boolean isActive() {
    return active > 0;
  }

  boolean hasOpen() {
    return !open.isEmpty();
  }

  /** Returns whether nothing is left to do. */
  boolean isDone() {
    return hasReadAll && ready.isEmpty() && open.isEmpty() && ended.isEmpty();
  }

  /** Returns true the first time. */
  boolean cancelsNow() {
    boolean isFirst = !hasCancelled;
    hasCancelled = true;
    return isFirst;
  }

  /** Tells the other partitions what is under way. */
  void report(boolean isOver) {
    int counted = open.size() - waiting.size() + unrecorded.size();
    batch.report(partition, new ActiveBatch.Load(counted, waiting.size(), idleSince, isOver));
  }

  int partition() {
    return partition;
  }

  /** Returns the position before the first item that has not ended. */
  int position() {
    return Stream.of(
                ready.stream().map(it -> it.item().position()),
                open.values().stream().map(PendingItem::position),
                unrecorded.stream())
            .flatMap(it -> it)
            .min(Integer::compareTo)
            .orElse(read + 1)
        - 1;
  }
}
