package dev.reprise.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.StatusChange;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Creates, renews and releases claims on runs.
 *
 * <p>A claim makes one job the run's only writer. The server renews the claim while the job works,
 * and releases it with an event that gives the reason. {@link ExpiredLeases} ends the claims of
 * holders that died.
 */
@ApplicationScoped
public class Claims {

  private static final Set<RunStatus> NEEDS_AN_OPERATOR =
      EnumSet.of(RunStatus.PAUSED, RunStatus.FAILED, RunStatus.DEAD_LETTER);

  private static final Optional<String> RESTARTED =
      Optional.of("the job was restarted in the batch administration");

  private final Database database;
  private final UnclaimedRuns unclaimed;
  private final Journal journal;
  private final ReasonEncryption reasons;
  private final Clock clock;

  @Inject
  public Claims(
      Database database,
      UnclaimedRuns unclaimed,
      Journal journal,
      ReasonEncryption reasons,
      Clock clock) {
    this.database = database;
    this.unclaimed = unclaimed;
    this.journal = journal;
    this.reasons = reasons;
    this.clock = clock;
  }

  /**
   * Makes a job the run's only writer, if the run has no other writer. Every job calls this method,
   * however it was started.
   *
   * <p>The claim of a paused or failed run is refused, because a person must decide about it. A run
   * in a final status does not change. When this method returns, the attempt is durable. If the run
   * then crashes this server, that counts against the run.
   *
   * @param owner the id of this server process
   * @param execution the job's execution; empty if the caller executes the run without a job
   */
  public ClaimResult claim(UUID id, String owner, Duration lease, Optional<Long> execution) {
    return unclaimed
        .find(id)
        .map(row -> claim(row, owner, lease, execution))
        .orElseGet(() -> notFound(id));
  }

  /** Claims a run whose row the caller has just read, under the same rules. */
  public ClaimResult claim(RunRow row, String owner, Duration lease, Optional<Long> execution) {
    return NEEDS_AN_OPERATOR.contains(row.status())
        ? refused(row.id())
        : claim(row, owner, lease, execution, List.of());
  }

  /**
   * Claims a run for a job that a person has restarted, under the same rules. If the job is the
   * run's own, a paused or failed run continues, too. The journal records this with the person's
   * name.
   */
  public ClaimResult claim(UUID id, String owner, Duration lease, OperatorRestart restart) {
    return unclaimed
        .find(id)
        .map(row -> claim(row, owner, lease, restart))
        .orElseGet(() -> notFound(id));
  }

  private ClaimResult claim(RunRow row, String owner, Duration lease, OperatorRestart restart) {
    Optional<Long> execution = Optional.of(restart.execution());
    if (!NEEDS_AN_OPERATOR.contains(row.status())) {
      return claim(row, owner, lease, execution, List.of());
    }
    if (!restart.isOfTheJobOf(row)) {
      return new ClaimResult.Refused(
          "run %s is %s, and this is not the job that last held it; restart that job, or resume or retry the run in the API"
              .formatted(row.id(), row.status()));
    }
    return claim(row, owner, lease, execution, List.of(reopened(row, restart.by())));
  }

  private ClaimResult claim(
      RunRow row, String owner, Duration lease, Optional<Long> execution, List<RunEvent> before) {
    if (!unclaimed.canAccessJournal(row)) {
      return new ClaimResult.Refused(
          "run %s is not durable: its record is in the memory of %s alone"
              .formatted(row.id(), row.inMemoryOn().orElseThrow()));
    }
    if (row.status().isFinal()) {
      return new ClaimResult.AlreadyEnded(row.status());
    }
    if (row.status() == RunStatus.WAITING) {
      return refused(row.id());
    }
    if (row.status() == RunStatus.RUNNING) {
      return afterLoss(row, owner, lease, execution);
    }
    List<RunEvent> events = new ArrayList<>(before);
    events.add(
        new LifecycleEvent.Admitted(
            owner,
            clock.instant(),
            row.holderFailures().otherSuspects(),
            row.holderFailures().countedLosses()));
    var claim = new Claim(row.id(), row.tenant(), row.epoch() + 1);
    FencedUpdate change = RunRowUpdates.admit(row, events.size(), owner, lease, execution);
    try {
      Position head = journal.append(claim.writer(), row.head(), events, change).await();
      return new ClaimResult.Admitted(claim, head, row);
    } catch (StaleEpochException e) {
      return refused(row.id());
    }
  }

  /** Counts the loss of the holder first, if its lease has expired. */
  private ClaimResult afterLoss(
      RunRow row, String owner, Duration lease, Optional<Long> execution) {
    boolean isFree =
        new ExpiredLeases(database).requeue(new Claim(row.id(), row.tenant(), row.epoch()), owner);
    return isFree ? claim(row.id(), owner, lease, execution) : refused(row.id());
  }

  private RunEvent reopened(RunRow row, String by) {
    return row.status() == RunStatus.PAUSED
        ? new ControlEvent.Resumed(by, RESTARTED, clock.instant())
        : new ControlEvent.Retried(by, clock.instant(), RESTARTED);
  }

  private static ClaimResult notFound(UUID id) {
    return new ClaimResult.Refused("there is no run " + id);
  }

  private ClaimResult refused(UUID id) {
    return new ClaimResult.Refused(
        database.first(RunSql.HOLDER, row -> whyNot(id, row), id).orElse("there is no run " + id));
  }

  private static String whyNot(UUID id, Row row) {
    RunStatus status = row.constant(RunStatus.class, "status");
    return switch (status) {
      case RUNNING ->
          "run %s is held by %s until %s"
              .formatted(id, row.text("owner"), row.instant("lease_until"));
      case WAITING ->
          "run %s waits for %s".formatted(id, row.optionalText("waiting_for").orElse("nothing"));
      case QUEUED, PAUSED, FAILED, DEAD_LETTER, COMPLETED, CANCELLED ->
          "run %s is %s".formatted(id, status);
    };
  }

  /**
   * Extends the lease of a claim.
   *
   * @return false if this claim does not hold the run any more
   */
  public boolean renew(Claim claim, Duration lease) {
    return database.moves(RunSql.renew(lease), claim.run(), claim.epoch());
  }

  /**
   * Notes the job of a run that was claimed without one, so that an operator's restart of that job
   * continues the run.
   *
   * @return false if another claim holds the run
   */
  public boolean moveToJob(Claim claim, long execution) {
    return database.moves(RunSql.MOVE_TO_JOB, execution, claim.run(), claim.epoch());
  }

  /**
   * Releases a claim with an event that gives the reason. The event determines the run's status.
   * The record and the row change in one transaction.
   *
   * @return the append that the caller must await before it reports the release
   */
  public PendingAppend release(Claim claim, Position head, RunEvent event) {
    return release(claim, head, List.of(event), RunRowUpdates.WorkDone.UNKNOWN);
  }

  /**
   * Releases a claim in the same way, with events of which the last gives the reason. If the run
   * waits because a loop was detected and a message has arrived in the meantime, the run continues
   * at once.
   *
   * @param work what the holder knows of the run beside its record
   */
  public PendingAppend release(
      Claim claim, Position head, List<RunEvent> events, RunRowUpdates.WorkDone work) {
    StatusChange reason = reasons.statusChange(claim.run(), events.getLast());
    FencedUpdate change = RunRowUpdates.release(claim, head, reason, events.size(), work);
    return journal.append(claim.writer(), head, events, change);
  }

  /** Ends the count of the deaths of the run's servers, because the run has proved itself. */
  public void clearDeaths(Claim claim) {
    database.update(RunSql.CLEAR, claim.run(), claim.epoch());
  }

  /** Resets the row's count of admissions, because the holder could read the run's record. */
  public void resetAdmissions(Claim claim) {
    database.update(RunSql.RESET_ADMISSIONS, claim.run(), claim.epoch());
  }

  /**
   * Queues a run again with an event that says why its holder failed. The event follows the last
   * durable event of the run.
   *
   * @param delay the time before the run is due again, so that a run that always fails does not
   *     fail in a tight loop
   * @return false if this claim does not hold the run any more, or another append moved the end of
   *     its journal
   */
  public boolean requeue(Claim claim, Duration delay, LifecycleEvent.BrokeDown why) {
    Optional<Position> end =
        unclaimed.find(claim.run()).filter(row -> row.epoch() == claim.epoch()).map(RunRow::head);
    if (end.isEmpty()) {
      return false;
    }
    try {
      FencedUpdate change = RunRowUpdates.brokeDown(claim, end.get(), delay);
      journal.append(claim.writer(), end.get(), List.of(why), change).await();
      return true;
    } catch (StaleEpochException e) {
      return false;
    }
  }

  /**
   * Queues a run again without an event, because none can be recorded. The next claim counts as
   * another attempt.
   *
   * @param delay the time before the run is due again
   * @return false if this claim does not hold the run any more
   */
  public boolean requeue(Claim claim, Duration delay) {
    return database.moves(RunSql.requeue(delay), claim.run(), claim.epoch());
  }

  /** Returns this owner's claims in the database, each with the requests to its run. */
  public List<Held> heldBy(String owner) {
    return database.rows(
        RunSql.HELD,
        row ->
            new Held(
                Claim.read(row),
                row.has("cancelled_by"),
                row.has("paused_by"),
                row.number("messages")),
        owner);
  }

  /**
   * A claim as the database has it.
   *
   * @param cancelRequested whether there is a request to cancel the run
   * @param pauseRequested whether there is a request to pause the run
   * @param messages the number of messages that were posted to the run
   */
  public record Held(Claim claim, boolean cancelRequested, boolean pauseRequested, long messages) {}
}
