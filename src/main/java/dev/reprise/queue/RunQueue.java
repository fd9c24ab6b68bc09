package dev.reprise.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The runs that clients queue and dispatchers reserve. Tested by {@code FairQueueTest}. */
@ApplicationScoped
public class RunQueue {

  private static final Set<RunStatus> UNCLAIMED =
      EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING, RunStatus.PAUSED);

  private static final Set<RunStatus> FAILED = EnumSet.of(RunStatus.FAILED, RunStatus.DEAD_LETTER);

  /** The reasons of waits that a person can end by resuming the run. */
  private static final Set<String> RESUMABLE =
      Set.of(WaitReason.MIGRATION.code(), WaitReason.LOOP.code(), WaitReason.BUDGET.code());

  private final Database database;
  private final UnclaimedRuns unclaimed;
  private final Journal journal;
  private final QueueSignal signal;
  private final StopSignal stops;
  private final ReasonEncryption reasons;
  private final QueueReservations reservations;
  private final QueueLimit limit;

  @Inject
  public RunQueue(
      Database database,
      UnclaimedRuns unclaimed,
      Journal journal,
      QueueSignal signal,
      StopSignal stops,
      ReasonEncryption reasons,
      QueueReservations reservations,
      QueueLimit limit) {
    this.database = database;
    this.unclaimed = unclaimed;
    this.journal = journal;
    this.signal = signal;
    this.stops = stops;
    this.reasons = reasons;
    this.reservations = reservations;
    this.limit = limit;
  }

  /**
   * Queues a new run. When this method returns, the run's row is committed. Unless the run is kept
   * in memory, its first event is committed too.
   *
   * @throws QueueFullException if the tenant has the maximum number of queued runs; the limit does
   *     not apply to child runs, because it was applied to their parent
   */
  public Position add(NewRun run) {
    if (run.delegation().isEmpty()) {
      limit.requireRoom(run.tenant());
    }
    Position end = NewRunEvents.appendNow(journal, run);
    signal.fire();
    return end;
  }

  /** Queues a new run likewise, and returns it as it was queued. */
  public Run submit(NewRun run) {
    long end = add(run).sequence();
    return database
        .first(RunSql.CREATED, row -> Run.queued(run, end, row.instant("created_at")), run.id())
        .orElseThrow();
  }

  /** Queues the waiting runs whose time has come; returns their number. */
  public int wake() {
    return database.update(RunSql.WAKE);
  }

  /**
   * Reserves due runs for {@code lease}, so that only the caller starts their jobs. The runs of
   * each tenant are reserved in the order of their turns. If there are more due runs than places,
   * {@link FairShareAllocator} and {@link FairShareSettings} decide how many each tenant gets.
   *
   * @param owner the id of the server process that will start the jobs
   * @param limit the maximum number of runs
   */
  public List<RunRow> reserve(String owner, Duration lease, int limit) {
    return reservations.take(owner, lease, limit).stream().map(unclaimed::withEnd).toList();
  }

  /** Releases a reservation whose job could not be started; the run is due after the delay. */
  public void release(UUID run, String owner, Duration delay) {
    database.update(RunSql.release(delay), run, owner);
  }

  /** Releases a reservation likewise, because the breaker of the run's agent postpones it. */
  public void postponeForBreaker(UUID run, String owner, Duration delay) {
    database.update(RunSql.postponeForBreaker(delay), run, owner);
  }

  /**
   * Queues a waiting run with a person's decision about one of its calls. The decision is a verdict
   * on a call with an unknown outcome, an approval, a refusal, or an answer.
   *
   * @param head the end of the journal when the decision was checked against the state of the call
   * @return false if the run does not wait, or its journal has grown since
   */
  public boolean resolve(UUID id, Position head, List<RunEvent> decision) {
    return queued(unclaimed.resolve(id, head, decision));
  }

  private boolean queued(boolean moved) {
    if (moved) {
      signal.fire();
    }
    return moved;
  }

  public boolean retry(UUID id, ControlEvent.Retried retried) {
    return retry(id, retried, Optional.empty());
  }

  /**
   * Queues a run in status FAILED or DEAD_LETTER, which then continues from the step that failed.
   *
   * @param seen the only version that is retried; empty for any
   * @return false if the run has another status or version
   */
  public boolean retry(UUID id, ControlEvent.Retried retried, Optional<RunRow.Version> seen) {
    return queued(unclaimed.move(id, FAILED, seen, List.of(retried)));
  }

  /**
   * Resumes a run that is paused, that waits for a server with its pinned versions, or that waits
   * because a loop was detected. See also {@link #withdrawPause}.
   *
   * @return false if the run is in none of these states
   */
  public boolean resume(UUID id, ControlEvent.Resumed resumed) {
    return resume(id, Optional.empty(), resumed, Optional.empty());
  }

  /**
   * Resumes a run as above, with other limits of spending.
   *
   * @param budget the limits; empty if they stay as they are
   * @param seen the only version that is resumed; empty for any
   */
  public boolean resume(
      UUID id,
      Optional<ControlEvent.BudgetSet> budget,
      ControlEvent.Resumed resumed,
      Optional<RunRow.Version> seen) {
    List<RunEvent> events = Stream.concat(budget.stream(), Stream.<RunEvent>of(resumed)).toList();
    return unclaimed
        .find(id)
        .filter(RunQueue::isIdle)
        .filter(row -> queued(unclaimed.move(id, EnumSet.of(row.status()), seen, events)))
        .isPresent();
  }

  /**
   * Withdraws a person's request to pause that the holder has not carried out, whatever the run has
   * done since. If the holder pauses the run at the same moment, the holder wins the race.
   *
   * @param seen the only version of which it is withdrawn; empty for any
   * @return false if there is none
   */
  public boolean withdrawPause(UUID id, String by, Optional<RunRow.Version> seen) {
    return unclaimed.find(id).filter(row -> row.isAt(seen)).isPresent()
        && database.moves(RunSql.WITHDRAW_PAUSE, id, by);
  }

  /** Returns whether only a resume continues the run now: no time ends its pause or wait soon. */
  private static boolean isIdle(RunRow row) {
    return row.status() == RunStatus.PAUSED
        || row.waitingFor().filter(RESUMABLE::contains).isPresent();
  }

  /**
   * Queues an unclaimed run with other tools, or with another version of its agent. This resumes a
   * paused run, and retries a run in status FAILED or DEAD_LETTER.
   *
   * @param head the end of the journal when the migration was decided
   * @return false if the journal has grown since, the run is claimed, or its status is final
   */
  public boolean migrate(UUID id, Position head, ControlEvent.Migrated migrated) {
    return queued(unclaimed.migrate(id, head, migrated));
  }

  public boolean cancel(UUID id, ControlEvent.Cancelled cancelled) {
    return cancel(id, cancelled, Optional.empty());
  }

  /**
   * Cancels an unclaimed run at once. The holder cancels a claimed run.
   *
   * @param seen the only version that is cancelled; empty for any
   * @return false if the run has ended, has another version or does not exist
   */
  public boolean cancel(UUID id, ControlEvent.Cancelled cancelled, Optional<RunRow.Version> seen) {
    return stop(
        id,
        UNCLAIMED,
        seen,
        cancelled,
        () ->
            database.moves(
                RunSql.REQUEST_CANCEL,
                cancelled.by(),
                encrypted(id, ReasonEncryption.Kind.CANCEL, cancelled.reason()),
                id),
        RunSql.CANCEL_REQUESTED);
  }

  public boolean pause(UUID id, ControlEvent.Paused paused) {
    return pause(id, paused, Optional.empty());
  }

  /**
   * Pauses an unclaimed run at once. The holder pauses a claimed run after its active step; a
   * request of the run's submitter gives way to that of another person. A paused run does not
   * change.
   *
   * @param seen the only version that is paused; empty for any
   * @return false if the run has ended, has another version or does not exist
   */
  public boolean pause(UUID id, ControlEvent.Paused paused, Optional<RunRow.Version> seen) {
    return stop(
        id,
        EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING),
        seen,
        paused,
        () ->
            database.moves(
                RunSql.REQUEST_PAUSE,
                paused.by(),
                encrypted(id, ReasonEncryption.Kind.PAUSE, paused.reason().orElse("")),
                id),
        RunSql.PAUSE_REQUESTED);
  }

  private String encrypted(UUID id, ReasonEncryption.Kind kind, String reason) {
    return reasons.hide(id, kind, 0, reason);
  }

  /**
   * Changes the status of an unclaimed run, or records a request for the holder.
   *
   * @param recordRequest records the request in the row of a running run
   * @param findRequested the query that finds the run if its row already has the request
   */
  private boolean stop(
      UUID id,
      Set<RunStatus> from,
      Optional<RunRow.Version> seen,
      RunEvent event,
      BooleanSupplier recordRequest,
      String findRequested) {
    RunStatus goal = StatusTransitions.statusAfter(event).orElseThrow();
    // A claim or release may come between the two updates; the next pass then uses the other one.
    while (true) {
      if (unclaimed.move(id, from, seen, List.of(event))) {
        return true;
      }
      Optional<RunRow> row = unclaimed.find(id).filter(it -> it.isAt(seen));
      if (row.isPresent() && recordRequest.getAsBoolean()) {
        stops.give(id, goal);
        return true;
      }
      Optional<RunStatus> status = row.map(RunRow::status);
      if (status.map(RunStatus::isEnded).orElse(true)) {
        return false;
      }
      if (status.get() == goal || !database.rows(findRequested, found -> id, id).isEmpty()) {
        return true;
      }
    }
  }
}
