package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Claims on runs, from the admission of a job to its letting go.
 *
 * <p>A claim makes one job the run's only writer. It is renewed while the job works, and ends with
 * the event that says why. The claim of a holder that died is for {@link LostClaims}.
 */
@ApplicationScoped
public class Claims {

  private static final Set<RunStatus> NEEDS_AN_OPERATOR =
      EnumSet.of(RunStatus.PAUSED, RunStatus.FAILED, RunStatus.DEAD_LETTER);

  @Inject RunTable table;
  @Inject UnheldRuns unheld;
  @Inject Journal journal;
  @Inject Clock clock;

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
  @Transactional(TxType.REQUIRES_NEW)
  public Admission admit(UUID id, String owner, Duration lease, long execution) {
    Optional<Run> found = table.read(id);
    if (found.isEmpty()) {
      return new Admission.Refused("there is no run " + id);
    }
    if (NEEDS_AN_OPERATOR.contains(found.get().status())) {
      reopen(found.get(), "batch administration");
    }
    boolean claimed = table.moves(Statements.admit(lease), owner, execution, id.toString());
    Run run = table.read(id).orElseThrow();
    return claimed ? admitted(run, owner) : new Admission.Refused(whyNot(run));
  }

  private Admission admitted(Run run, String owner) {
    var event = new RunEvent.RunAdmitted(owner, clock.instant());
    Position head = journal.append(run.id(), run.epoch(), journal.head(run.id()), List.of(event));
    return new Admission.Admitted(new Claim(run.id(), run.epoch()), head, run);
  }

  private void reopen(Run run, String by) {
    RunEvent event =
        run.status() == RunStatus.PAUSED
            ? new RunEvent.RunResumed(by)
            : new RunEvent.RunRetried(by, clock.instant());
    unheld.move(run.id(), EnumSet.of(run.status()), event);
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
    return table.moves(Statements.renew(lease), claim.run().toString(), claim.epoch());
  }

  /**
   * Ends a claim with the event that says why; the run's status follows from the event. Record and
   * row change in one transaction or not at all.
   *
   * @throws StaleEpoch if the run is held by someone else meanwhile
   */
  @Transactional(TxType.REQUIRES_NEW)
  public Position letGo(Claim claim, Position head, RunEvent event) {
    RunStatus next = Lifecycle.statusAfter(event).orElseThrow();
    Position end = journal.append(claim.run(), claim.epoch(), head, List.of(event));
    String waitingFor = event instanceof RunEvent.RunWaiting wait ? wait.waitingFor() : null;
    if (!table.moves(Statements.letGo(next), waitingFor, claim.run().toString(), claim.epoch())) {
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
  @Transactional(TxType.REQUIRES_NEW)
  public boolean putBack(Claim claim) {
    return table.moves(
        Statements.letGo(RunStatus.QUEUED), null, claim.run().toString(), claim.epoch());
  }

  /** Returns the claims that the database says this owner has, and which of them to cancel. */
  @Transactional
  public List<Held> heldBy(String owner) {
    return table
        .rows(Statements.HELD, owner)
        .map(row -> new Held(Claim.of(row), row[2] != null))
        .toList();
  }

  /**
   * A claim as the database has it.
   *
   * @param cancelWished whether someone wants the run cancelled
   */
  public record Held(Claim claim, boolean cancelWished) {}
}
