package dev.reprise.run.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.run.NewRun;
import dev.reprise.run.ReasonEncryption;
import dev.reprise.run.RunRow;
import dev.reprise.run.RunRowInserts;
import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import dev.reprise.run.UnclaimedRuns;
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

/** The queue of runs: what clients put in and cancel, and what dispatchers take off. */
@ApplicationScoped
public class RunQueue {

  private static final Set<RunStatus> HELD_BY_NOBODY =
      EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING, RunStatus.PAUSED);

  /** What a run waits for that a person may think is there. */
  private static final Set<String> RESUMABLE =
      Set.of(WaitReason.MIGRATION.code(), WaitReason.LOOP.code());

  private RunTable table;
  private UnclaimedRuns unheld;
  private Journal journal;
  private QueueSignal due;
  private ReasonEncryption reasons;
  private QueueReservations reservations;
  private QueueLimit limit;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RunQueue() {}

  @Inject
  public RunQueue(
      RunTable table,
      UnclaimedRuns unheld,
      Journal journal,
      QueueSignal due,
      ReasonEncryption reasons,
      QueueReservations reservations,
      QueueLimit limit) {
    this.table = table;
    this.unheld = unheld;
    this.journal = journal;
    this.due = due;
    this.reasons = reasons;
    this.reservations = reservations;
    this.limit = limit;
  }

  /**
   * Queues a new run; when this returns, its row is durable, and so is its first event if the run
   * is.
   *
   * @throws QueueFullException if its tenant has as many queued as it may; one that works for
   *     another run was let in with that one
   */
  public void add(NewRun run) {
    if (run.delegation().isEmpty()) {
      limit.requireRoom(run.tenant());
    }
    var submitted =
        new LifecycleEvent.Submitted(
            run.agent().name(),
            run.agent().version(),
            run.input(),
            run.workspace(),
            run.submitter().name(),
            run.options().tools(),
            run.delegation(),
            run.submitter().role());
    var writer = new Writer(run.id(), run.tenant(), 0);
    run.home().ifPresent(here -> journal.keepInMemory(run.id()));
    try {
      journal.append(writer, Position.START, List.of(submitted), RunRowInserts.insert(run)).await();
    } catch (RuntimeException e) {
      journal.forget(run.id()); // there is no such run
      throw e;
    }
    due.give();
  }

  /** Queues the runs that waited for a time that has come; returns how many. */
  public int wake() {
    return table.update(RunSql.WAKE);
  }

  /**
   * Takes runs that are due off the queue for {@code lease}, so that the caller can start their
   * jobs and no other dispatcher does. Each tenant's are taken in the order of their turns; where
   * there are more than places, {@link FairShareAllocator} and {@link FairShareSettings} say whose.
   *
   * @param owner who will start them
   */
  public List<RunRow> reserve(String owner, Duration lease, int limit) {
    return reservations.take(owner, lease, limit).stream().map(unheld::withEnd).toList();
  }

  /** Gives back a reservation whose job could not be started; the run is due again later. */
  public void release(UUID run, String owner, Duration delay) {
    table.update(RunSql.release(delay), run, owner);
  }

  /** Gives back a reservation of a run whose agent is left alone; the run is due again later. */
  public void rest(UUID run, String owner, Duration delay) {
    table.update(RunSql.rest(delay), run, owner);
  }

  /**
   * Has a run that waits go on with a person's word about one of its calls: a verdict on one whose
   * outcome is unknown, an approval, a refusal, or an answer.
   *
   * @param head where its journal ended when the word was found to be about a call as it stands
   * @return false if it does not wait (any more), or has moved on since
   */
  public boolean resolve(UUID id, Position head, HumanInputEvent word) {
    return queued(unheld.resolve(id, head, word));
  }

  private boolean queued(UUID id, Set<RunStatus> from, RunEvent event) {
    return queued(unheld.move(id, from, event));
  }

  private boolean queued(boolean moved) {
    if (moved) {
      due.give();
    }
    return moved;
  }

  /**
   * Has a run that failed or was given up go on from the step that failed.
   *
   * @return false if it is neither (any more)
   */
  public boolean retry(UUID id, ControlEvent.Retried retried) {
    return queued(id, EnumSet.of(RunStatus.FAILED, RunStatus.DEAD_LETTER), retried);
  }

  /**
   * Has a run go on that is paused, that waits for a server with what it keeps, or that went round
   * in circles, and withdraws a pause that has not come about. A holder that takes the step of
   * pausing in the same moment may be the faster one; then the run is PAUSED.
   *
   * @return false if there is nothing of that (any more)
   */
  public boolean resume(UUID id, ControlEvent.Resumed resumed) {
    // A wish may come true between the two updates; then the other one fits the next time round.
    while (true) {
      Optional<RunRow> row = unheld.find(id);
      boolean rests = row.filter(RunQueue::isIdle).isPresent();
      boolean isToRest = row.filter(RunQueue::isToRest).isPresent();
      if (!rests && !isToRest) {
        return false;
      }
      if (rests
          ? queued(id, EnumSet.of(row.get().status()), resumed)
          : table.moves(RunSql.WITHDRAW_PAUSE, id)) {
        return true;
      }
    }
  }

  /** Time does not end a pause or a wait for a word, and one for a server not before its time. */
  private static boolean isIdle(RunRow row) {
    return row.status() == RunStatus.PAUSED
        || row.waitingFor().filter(RESUMABLE::contains).isPresent();
  }

  private static boolean isToRest(RunRow row) {
    return row.pauseWished() && !row.status().isEnded();
  }

  /**
   * Has a run that nobody holds go on with other tools, or with another version of its agent. That
   * resumes one that is paused, and retries one that failed or was given up.
   *
   * @param head where its journal ended when this was decided
   * @return false if it has moved on since, is held, or has its end for good
   */
  public boolean migrate(UUID id, Position head, ControlEvent.Migrated migrated) {
    return queued(unheld.migrate(id, head, migrated));
  }

  /**
   * Cancels a run that nobody holds at once, and has the holder of a running one do it.
   *
   * @return false if the run has ended, or there is none
   */
  public boolean cancel(UUID id, ControlEvent.Cancelled cancelled) {
    return stop(
        id,
        HELD_BY_NOBODY,
        cancelled,
        () ->
            table.moves(
                RunSql.WISH_CANCELLED,
                cancelled.by(),
                toRest(id, ReasonEncryption.Kind.CANCEL, cancelled.reason()),
                id),
        RunSql.IS_CANCEL_WISHED);
  }

  /**
   * Pauses a run that nobody holds at once, and has the holder of a running one do it behind its
   * step in hand. One that is paused already stays so.
   *
   * @return false if the run has ended, or there is none
   */
  public boolean pause(UUID id, ControlEvent.Paused paused) {
    return stop(
        id,
        EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING),
        paused,
        () ->
            table.moves(
                RunSql.WISH_PAUSED,
                paused.by(),
                toRest(id, ReasonEncryption.Kind.PAUSE, paused.reason().orElse("")),
                id),
        RunSql.IS_PAUSE_WISHED);
  }

  private String toRest(UUID id, ReasonEncryption.Kind kind, String reason) {
    return reasons.hide(id, kind, 0, reason);
  }

  /**
   * Moves a run that nobody holds, or tells its holder.
   *
   * @param tell leaves the wish with a running one
   * @param told finds the run if the wish is there already
   */
  private boolean stop(
      UUID id, Set<RunStatus> from, RunEvent event, BooleanSupplier tell, String told) {
    RunStatus goal = StatusTransitions.statusAfter(event).orElseThrow();
    // A run may change hands between the two updates; then the other one fits the next time round.
    while (true) {
      if (unheld.move(id, from, event) || tell.getAsBoolean()) {
        return true;
      }
      Optional<RunStatus> status = unheld.find(id).map(RunRow::status);
      if (status.map(RunStatus::isEnded).orElse(true)) {
        return false;
      }
      if (status.get() == goal || !table.rows(told, row -> id, id).isEmpty()) {
        return true;
      }
    }
  }
}
