package dev.reprise.execution;

import dev.reprise.queue.row.RunRow;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The active runs: those that jobs of this server hold. */
@ApplicationScoped
public class ActiveRuns {

  private static final long POLL_MILLIS = 20;

  private final Map<UUID, ActiveRun> runs = new ConcurrentHashMap<>();
  private final Map<UUID, Starting> starting = new ConcurrentHashMap<>();
  private volatile boolean shuttingDown;
  private volatile boolean warm;
  private volatile Runnable leaving = () -> {};

  /**
   * @param until when it is considered dead
   * @param lease since its job has claimed it and reads its record
   * @param told what people have asked of it since its row was read
   */
  private record Starting(
      RunRow row, Instant until, Optional<Lease> lease, Queue<Consumer<ActiveRun>> told) {}

  /**
   * Counts a run for which a job is about to start.
   *
   * @param until when the job is considered dead if it does not hold the run by then
   */
  public void starting(RunRow row, Instant until) {
    put(row, until, Optional.empty());
  }

  /**
   * Counts a run whose job has claimed it, until it is active. Its record is read first, which may
   * take longer than a lease.
   *
   * @return the lease
   */
  public Lease reading(RunRow row, Lease lease) {
    put(row, Instant.MAX, Optional.of(lease));
    return lease;
  }

  private void put(RunRow row, Instant until, Optional<Lease> lease) {
    starting.compute(
        row.id(),
        (id, before) ->
            new Starting(
                row, until, lease, before == null ? new ConcurrentLinkedQueue<>() : before.told()));
  }

  /** Returns the leases of the runs whose records are read. */
  public List<Lease> reading() {
    return starting.values().stream().flatMap(it -> it.lease().stream()).toList();
  }

  /** Frees the slots of runs whose jobs died before they held them, and returns these runs. */
  public List<UUID> freeDead(Instant now) {
    List<UUID> dead = new ArrayList<>();
    starting.forEach(
        (run, start) -> {
          if (start.until().isBefore(now) && starting.remove(run, start)) {
            dead.add(run);
          }
        });
    return dead;
  }

  /** Returns the row that the dispatcher read of a run for which it starts a job. */
  public Optional<RunRow> reserved(UUID id) {
    return Optional.ofNullable(starting.get(id)).map(Starting::row);
  }

  /** Notes that a job now holds its run, or never will. */
  public void started(UUID id) {
    starting.remove(id);
    if (!warm) {
      warm = true;
      leaving.run();
    }
  }

  /**
   * Returns how many more runs may be started. The first run after a server's start is started
   * alone: in a batch store on Derby, a job that takes the first range of numbers of its table is
   * refused while another job compiles its statements on that table. None is started beside a run
   * that has the server for itself.
   *
   * @param maxRunning how many runs may be active at once
   */
  public int room(int maxRunning) {
    if (hasAlone()) {
      return 0;
    }
    return (warm ? maxRunning : Math.min(1, maxRunning)) - count();
  }

  /** Returns whether a run has this server for itself, or is about to. */
  public boolean hasAlone() {
    return runs.values().stream().anyMatch(ActiveRun::isAlone)
        || starting.values().stream()
            .anyMatch(it -> it.row().holderFailures().deaths().startsAlone());
  }

  /** Adds a run, and tells it what people have asked of it while it was about to start. */
  public void add(ActiveRun run) {
    runs.put(run.id(), run); // before it is told: what comes from here on reaches it directly
    Optional.ofNullable(starting.get(run.id()))
        .ifPresent(it -> it.told().forEach(word -> word.accept(run)));
    if (shuttingDown) {
      run.stop(StopCause.DRAIN);
    }
  }

  /** Removes the run, unless a newer claim of this server on the same run has replaced it. */
  public void remove(ActiveRun run) {
    runs.remove(run.id(), run);
    leaving.run();
  }

  /** Sets the listener to call whenever there is room for another run. */
  public void whenOneLeaves(Runnable listener) {
    leaving = listener;
  }

  public boolean contains(UUID id) {
    return runs.containsKey(id);
  }

  /** Tells a run that it has messages up to this number, if it is active or about to be. */
  public void posted(UUID id, long number) {
    tell(id, run -> run.posted(number));
  }

  /**
   * Asks a run to stop, if it is active or about to be.
   *
   * @param goal CANCELLED or PAUSED
   */
  public void requested(UUID id, RunStatus goal) {
    StopCause cause = goal == RunStatus.CANCELLED ? StopCause.CANCEL : StopCause.PAUSE;
    tell(id, run -> run.stop(cause));
  }

  private void tell(UUID id, Consumer<ActiveRun> word) {
    Optional.ofNullable(starting.get(id)).ifPresent(it -> it.told().add(word));
    Optional.ofNullable(runs.get(id)).ifPresent(word);
  }

  public Collection<ActiveRun> all() {
    return List.copyOf(runs.values());
  }

  /** Returns how many runs are active or about to be. */
  public int count() {
    return runs.size() + starting.size();
  }

  public boolean isShuttingDown() {
    return shuttingDown;
  }

  /** Stops every run after its current step, including runs that are added later. */
  public void shutDown() {
    shuttingDown = true;
    drain();
  }

  /** Stops the present runs after their current step, so that they are handed over. */
  public void drain() {
    runs.values().forEach(run -> run.stop(StopCause.DRAIN));
  }

  /** Waits until no run is active; returns false if some still are after {@code timeout}. */
  public boolean awaitNone(Duration timeout) throws InterruptedException {
    for (long left = timeout.toMillis(); count() > 0 && left > 0; left -= POLL_MILLIS) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return count() == 0;
  }
}
