package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The queue of runs and the claims on them.
 *
 * <p>The life of a claim: {@link #reserve} by the dispatcher, so that no other starts a job for the
 * same run; {@link #admit} by the job, which makes it the run's only writer; {@link #renew} while
 * it works; {@link #letGo} with the event that says why. A claim whose holder died is taken away by
 * {@link #requeueExpired}.
 */
@ApplicationScoped
public class RunQueue {

  private static final Set<RunStatus> NEEDS_AN_OPERATOR =
      EnumSet.of(RunStatus.PAUSED, RunStatus.FAILED, RunStatus.DEAD_LETTER);
  private static final Set<RunStatus> HELD_BY_NOBODY =
      EnumSet.of(RunStatus.QUEUED, RunStatus.WAITING, RunStatus.PAUSED);

  @PersistenceContext(unitName = "reprise")
  EntityManager database;

  @Inject Journal journal;
  @Inject Clock clock;

  /** Queues a new run; row and first event are one transaction, the caller's if there is one. */
  @Transactional
  public void add(NewRun run) {
    database
        .createNativeQuery(Statements.INSERT)
        .setParameter(1, run.id().toString())
        .setParameter(2, run.tenant())
        .setParameter(3, run.agent())
        .setParameter(4, run.agentVersion())
        .setParameter(5, run.workspace())
        .setParameter(6, run.submittedBy())
        .executeUpdate();
    journal.append(
        run.id(),
        0,
        Position.START,
        List.of(
            new RunEvent.RunSubmitted(
                run.agent(), run.agentVersion(), run.input(), run.workspace(), run.submittedBy())));
  }

  /**
   * Takes runs that are due off the queue for {@code lease}, so that the caller can start their
   * jobs.
   *
   * @param owner who will start them
   */
  @Transactional
  public List<UUID> reserve(String owner, Duration lease, int limit) {
    List<?> due = database.createNativeQuery(Statements.DUE).setMaxResults(limit).getResultList();
    return due.stream()
        .map(id -> UUID.fromString((String) id))
        .filter(
            run ->
                database
                        .createNativeQuery(Statements.reserve(lease))
                        .setParameter(1, owner)
                        .setParameter(2, run.toString())
                        .executeUpdate()
                    == 1)
        .toList();
  }

  /**
   * Makes a job the run's only writer, if nobody else is: the one door through which every job
   * passes, whoever started it.
   *
   * <p>A run that was paused or had failed is here only because an operator restarted its job; that
   * is recorded as such.
   *
   * @param owner the server's present start
   * @param execution the job's execution
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public Admission admit(UUID id, String owner, Duration lease, long execution) {
    Optional<Run> found = Optional.ofNullable(database.find(Run.class, id.toString()));
    if (found.isEmpty()) {
      return new Admission.Refused("there is no run " + id);
    }
    Run run = found.get();
    if (NEEDS_AN_OPERATOR.contains(run.status())) {
      reopen(run, "batch administration");
    }
    int claimed =
        database
            .createNativeQuery(Statements.admit(lease))
            .setParameter(1, owner)
            .setParameter(2, execution)
            .setParameter(3, id.toString())
            .executeUpdate();
    database.refresh(run);
    if (claimed == 0) {
      return new Admission.Refused(whyNot(run));
    }
    Position head =
        journal.append(
            id,
            run.epoch(),
            journal.head(id),
            List.of(new RunEvent.RunAdmitted(owner, clock.instant())));
    return new Admission.Admitted(new Claim(id, run.epoch()), head, run);
  }

  private void reopen(Run run, String by) {
    RunEvent event =
        run.status() == RunStatus.PAUSED
            ? new RunEvent.RunResumed(by)
            : new RunEvent.RunRetried(by, clock.instant());
    moveUnheld(run.id(), EnumSet.of(run.status()), event);
  }

  private static String whyNot(Run run) {
    return switch (run.status()) {
      case RUNNING ->
          "run %s is held by %s until %s"
              .formatted(
                  run.id(),
                  run.owner().orElse("nobody"),
                  run.leaseUntil().map(Object::toString).orElse("now"));
      case WAITING ->
          "run %s waits for %s".formatted(run.id(), run.waitingFor().orElse("something"));
      case QUEUED, PAUSED, FAILED, DEAD_LETTER, COMPLETED, CANCELLED ->
          "run %s is %s".formatted(run.id(), run.status());
    };
  }

  /**
   * Extends the lease of a claim.
   *
   * @return false if the run is held by someone else meanwhile
   */
  @Transactional
  public boolean renew(Claim claim, Duration lease) {
    return database
            .createNativeQuery(Statements.renew(lease))
            .setParameter(1, claim.run().toString())
            .setParameter(2, claim.epoch())
            .executeUpdate()
        == 1;
  }

  /**
   * Ends a claim with the event that says why; the run's status follows from the event. Record and
   * row change in one transaction or not at all.
   *
   * @throws StaleEpoch if the run is held by someone else meanwhile
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public Position letGo(Claim claim, Position head, RunEvent event) {
    RunStatus next = Lifecycle.statusAfter(event).orElseThrow();
    Position end = journal.append(claim.run(), claim.epoch(), head, List.of(event));
    int moved =
        database
            .createNativeQuery(Statements.letGo(next))
            .setParameter(1, event instanceof RunEvent.RunWaiting wait ? wait.waitingFor() : null)
            .setParameter(2, claim.run().toString())
            .setParameter(3, claim.epoch())
            .executeUpdate();
    if (moved == 0) {
      throw new StaleEpoch(claim.run(), claim.epoch());
    }
    return end;
  }

  /**
   * Puts a run back without an event, because its holder broke down: the next one counts an
   * attempt.
   *
   * @return false if the run is held by someone else meanwhile
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean putBack(Claim claim) {
    return database
            .createNativeQuery(Statements.letGo(RunStatus.QUEUED))
            .setParameter(1, null)
            .setParameter(2, claim.run().toString())
            .setParameter(3, claim.epoch())
            .executeUpdate()
        == 1;
  }

  /**
   * Ends the leases of this server's earlier starts, which are dead for certain.
   *
   * @param server the server's name
   * @param owner its present start
   */
  @Transactional
  public int expireEarlierStarts(String server, String owner) {
    return database
        .createNativeQuery(Statements.EXPIRE_EARLIER_STARTS)
        .setParameter(1, server.length() + 1)
        .setParameter(2, server + "#")
        .setParameter(3, owner)
        .executeUpdate();
  }

  /** Returns the claims whose lease ran out. */
  @Transactional
  public List<Claim> expired() {
    return rows(database.createNativeQuery(Statements.EXPIRED)).map(RunQueue::claim).toList();
  }

  /**
   * Queues a run again whose holder let its lease run out.
   *
   * @return false if someone else was faster
   */
  @Transactional
  public boolean requeueExpired(Claim claim) {
    return database
            .createNativeQuery(Statements.REQUEUE_EXPIRED)
            .setParameter(1, claim.run().toString())
            .setParameter(2, claim.epoch())
            .executeUpdate()
        == 1;
  }

  /** Returns the claims that the database says this owner has, and which of them to cancel. */
  @Transactional
  public List<Held> heldBy(String owner) {
    return rows(database.createNativeQuery(Statements.HELD).setParameter(1, owner))
        .map(row -> new Held(claim(row), row[2] != null))
        .toList();
  }

  /**
   * Cancels a run that nobody holds at once, and has the holder of a running one do it.
   *
   * @return false if the run has ended
   */
  @Transactional
  public boolean cancel(UUID id, String by, String reason) {
    // A run may change hands between the two updates; then the other one fits the next time round.
    while (true) {
      if (moveUnheld(id, HELD_BY_NOBODY, new RunEvent.RunCancelled(by, reason))
          || wishCancelled(id, by, reason)) {
        return true;
      }
      Run run = refreshed(id);
      if (run.status().isEnded()) {
        return false;
      }
      if (run.cancelWish().isPresent()) {
        return true;
      }
    }
  }

  private boolean wishCancelled(UUID id, String by, String reason) {
    return database
            .createNativeQuery(Statements.WISH_CANCELLED)
            .setParameter(1, by)
            .setParameter(2, reason)
            .setParameter(3, id.toString())
            .executeUpdate()
        == 1;
  }

  private Run refreshed(UUID id) {
    Run run = database.find(Run.class, id.toString());
    if (run == null) {
      throw new IllegalArgumentException("there is no run " + id);
    }
    database.refresh(run);
    return run;
  }

  /** Moves a run that nobody holds, with the event that says so. */
  private boolean moveUnheld(UUID id, Set<RunStatus> from, RunEvent event) {
    RunStatus next = Lifecycle.statusAfter(event).orElseThrow();
    Set<RunStatus> allowed = EnumSet.copyOf(next.predecessors());
    allowed.retainAll(from);
    int moved =
        database
            .createNativeQuery(Statements.move(allowed, next))
            .setParameter(1, id.toString())
            .executeUpdate();
    if (moved == 0) {
      return false;
    }
    journal.append(id, refreshed(id).epoch(), journal.head(id), List.of(event));
    return true;
  }

  private static Stream<Object[]> rows(Query query) {
    List<?> rows = query.getResultList();
    return rows.stream().map(Object[].class::cast);
  }

  private static Claim claim(Object[] row) {
    return new Claim(UUID.fromString((String) row[0]), ((Number) row[1]).longValue());
  }

  /**
   * A claim as the database has it.
   *
   * @param cancelWished whether someone wants the run cancelled
   */
  public record Held(Claim claim, boolean cancelWished) {}
}
