package dev.reprise.execution;

import dev.reprise.run.RunRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The runs that jobs of this server hold at the moment. */
@ApplicationScoped
public class ActiveRuns {

  private static final long POLL_MILLIS = 20;

  private final Map<UUID, ActiveRun> runs = new ConcurrentHashMap<>();
  private final Map<UUID, Starting> starting = new ConcurrentHashMap<>();
  private volatile boolean shuttingDown;
  private volatile boolean warm;
  private volatile Runnable leaving = () -> {};

  private record Starting(RunRow row, Instant until) {}

  /**
   * Counts a run in for which a job is about to be started.
   *
   * @param until when its job must have died if it does not hold the run yet
   */
  public void starting(RunRow row, Instant until) {
    starting.put(row.id(), new Starting(row, until));
  }

  /** Frees the places of runs whose jobs died before they held them, and returns these runs. */
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

  /** Returns what the dispatcher read about a run that it starts a job for. */
  public Optional<RunRow> reserved(UUID id) {
    return Optional.ofNullable(starting.get(id)).map(Starting::row);
  }

  /** Notes that a job has come far enough to hold its run, or never will. */
  public void started(UUID id) {
    starting.remove(id);
    if (!warm) {
      warm = true;
      leaving.run();
    }
  }

  /**
   * Returns how many more runs may be begun. The first of a server's start is begun alone: in a
   * batch store on Derby, a job that takes the first range of numbers of its table is refused while
   * another has its statements about that table compiled.
   *
   * @param most how many there may be at once
   */
  public int room(int most) {
    return (warm ? most : Math.min(1, most)) - count();
  }

  public void add(ActiveRun run) {
    runs.put(run.id(), run);
    if (shuttingDown) {
      run.stop(StopCause.SHUTDOWN);
    }
  }

  /** Forgets the run, unless a newer claim of this server on the same run took its place. */
  public void remove(ActiveRun run) {
    runs.remove(run.id(), run);
    leaving.run();
  }

  /** Has the listener called whenever there is room for another run. */
  public void whenOneLeaves(Runnable listener) {
    leaving = listener;
  }

  public boolean contains(UUID id) {
    return runs.containsKey(id);
  }

  /** Tells a run that it has messages up to this number, if it is in hand. */
  public void posted(UUID id, long number) {
    Optional.ofNullable(runs.get(id)).ifPresent(run -> run.posted(number));
  }

  public Collection<ActiveRun> all() {
    return List.copyOf(runs.values());
  }

  /** Returns how many runs are in hand or about to be. */
  public int count() {
    return runs.size() + starting.size();
  }

  public boolean isShuttingDown() {
    return shuttingDown;
  }

  /** Has every run stop behind its step in hand, also those that come later. */
  public void shutDown() {
    shuttingDown = true;
    runs.values().forEach(run -> run.stop(StopCause.SHUTDOWN));
  }

  /**
   * Waits until no run is in hand; returns false if there still are some after {@code patience}.
   */
  public boolean awaitNone(Duration patience) throws InterruptedException {
    for (long left = patience.toMillis(); count() > 0 && left > 0; left -= POLL_MILLIS) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return count() == 0;
  }
}
