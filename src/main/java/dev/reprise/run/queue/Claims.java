package dev.reprise.run.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.run.Claim;
import dev.reprise.run.OperatorRestart;
import dev.reprise.run.RunRow;
import dev.reprise.run.RunRowUpdates;
import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import dev.reprise.run.UnclaimedRuns;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Claims on runs, from the admission of a job to its letting go.
 *
 * <p>A claim makes one job the run's only writer. It is renewed while the job works, and ends with
 * the event that says why. The claim of a holder that died is for {@link ExpiredLeases}.
 */
@ApplicationScoped
public class Claims {

  private static final Set<RunStatus> NEEDS_AN_OPERATOR =
      EnumSet.of(RunStatus.PAUSED, RunStatus.FAILED, RunStatus.DEAD_LETTER);

  private static final Optional<String> RESTARTED =
      Optional.of("the job was restarted in the batch administration");

  private RunTable table;
  private UnclaimedRuns unheld;
  private Journal journal;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Claims() {}

  @Inject
  public Claims(RunTable table, UnclaimedRuns unheld, Journal journal, Clock clock) {
    this.table = table;
    this.unheld = unheld;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * Makes a job the run's only writer, if nobody else is: the one door through which every job
   * passes, whoever started it.
   *
   * <p>A run that was paused or had failed is refused: that is for a person to decide. One that has
   * its end for good is left as it is. When this returns, the attempt is durable, so that what the
   * run does to this server is counted against it.
   *
   * @param owner the server's present start
   * @param execution the job's execution; empty for who carries the run out without a job
   */
  public ClaimResult claim(UUID id, String owner, Duration lease, Optional<Long> execution) {
    return unheld
        .find(id)
        .map(row -> claim(row, owner, lease, execution))
        .orElseGet(() -> nowhere(id));
  }

  /** Does the same for a run whose row the caller has just read. */
  public ClaimResult claim(RunRow row, String owner, Duration lease, Optional<Long> execution) {
    return NEEDS_AN_OPERATOR.contains(row.status())
        ? refused(row.id())
        : claim(row, owner, lease, execution, List.of());
  }

  /**
   * Does the same for a job that somebody has restarted. A run that was paused or had failed goes
   * on, too, if it is its own job; that is recorded with the person's name.
   */
  public ClaimResult claim(UUID id, String owner, Duration lease, OperatorRestart restart) {
    return unheld
        .find(id)
        .map(row -> claim(row, owner, lease, restart))
        .orElseGet(() -> nowhere(id));
  }

  private ClaimResult claim(RunRow row, String owner, Duration lease, OperatorRestart restart) {
    Optional<Long> execution = Optional.of(restart.execution());
    if (!NEEDS_AN_OPERATOR.contains(row.status())) {
      return claim(row, owner, lease, execution, List.of());
    }
    if (!restart.isOfTheJobOf(row)) {
      return new ClaimResult.Refused(
          "run %s is %s, and this is not the job that last held it; restart that one, or have the run go on in the API"
              .formatted(row.id(), row.status()));
    }
    return claim(row, owner, lease, execution, List.of(reopened(row, restart.by())));
  }

  private ClaimResult claim(
      RunRow row, String owner, Duration lease, Optional<Long> execution, List<RunEvent> before) {
    if (!unheld.isHere(row)) {
      return new ClaimResult.Refused(
          "run %s is not durable: its record is in the memory of %s alone"
              .formatted(row.id(), row.home().orElseThrow()));
    }
    if (row.status().isFinal()) {
      return new ClaimResult.Over(row.status());
    }
    if (row.status() == RunStatus.WAITING) {
      return refused(row.id());
    }
    List<RunEvent> events = new ArrayList<>(before);
    events.add(
        new LifecycleEvent.Admitted(
            owner, clock.instant(), row.setbacks().spared(), row.setbacks().held()));
    var claim = new Claim(row.id(), row.tenant(), row.epoch() + 1);
    FencedUpdate change = RunRowUpdates.admit(row, events.size(), owner, lease, execution);
    try {
      Position head = journal.append(claim.writer(), row.head(), events, change).await();
      return new ClaimResult.Admitted(claim, head, row);
    } catch (StaleEpochException e) {
      return refused(row.id());
    }
  }

  private RunEvent reopened(RunRow row, String by) {
    return row.status() == RunStatus.PAUSED
        ? new ControlEvent.Resumed(by, RESTARTED, clock.instant())
        : new ControlEvent.Retried(by, clock.instant(), RESTARTED);
  }

  private static ClaimResult nowhere(UUID id) {
    return new ClaimResult.Refused("there is no run " + id);
  }

  private ClaimResult refused(UUID id) {
    return new ClaimResult.Refused(
        table.rows(RunSql.HOLDER, row -> whyNot(id, row), id).stream()
            .findFirst()
            .orElse("there is no run " + id));
  }

  private static String whyNot(UUID id, ResultSet row) throws SQLException {
    RunStatus status = RunStatus.valueOf(row.getString("status"));
    return switch (status) {
      case RUNNING ->
          "run %s is held by %s until %s"
              .formatted(id, row.getString("owner"), row.getTimestamp("lease_until").toInstant());
      case WAITING -> "run %s waits for %s".formatted(id, row.getString("waiting_for"));
      case QUEUED, PAUSED, FAILED, DEAD_LETTER, COMPLETED, CANCELLED ->
          "run %s is %s".formatted(id, status);
    };
  }

  /**
   * Extends the lease of a claim.
   *
   * @return false if the run is held by someone else meanwhile
   */
  public boolean renew(Claim claim, Duration lease) {
    return table.moves(RunSql.renew(lease), claim.run(), claim.epoch());
  }

  /**
   * Ends a claim with the event that says why; the run's status follows from the event. Record and
   * row change together or not at all.
   *
   * @return what the caller has to wait for before it tells anyone
   */
  public PendingAppend release(Claim claim, Position head, RunEvent event) {
    return release(claim, head, event, Long.MAX_VALUE);
  }

  /**
   * Does the same; a run that waits for a word goes on at once if one was posted meanwhile.
   *
   * @param taken how many messages the run has taken
   */
  public PendingAppend release(Claim claim, Position head, RunEvent event, long taken) {
    return journal.append(
        claim.writer(), head, List.of(event), RunRowUpdates.release(claim, head, event, taken));
  }

  /** Writes down that the record of a run in hand could be read. */
  public void hasRead(Claim claim) {
    table.update(RunSql.HAS_READ, claim.run(), claim.epoch());
  }

  /**
   * Appends a step forward of a run that servers ended with: it is suspected no more of having
   * ended them.
   */
  public static PendingAppend forgive(
      Journal journal, Claim claim, Position head, List<RunEvent> events) {
    return journal.append(
        claim.writer(), head, events, RunRowUpdates.forgive(claim, head, events.size()));
  }

  /**
   * Puts a run back with the event that says why its holder broke down, behind whatever of it is
   * durable.
   *
   * @param delay before the run is due again, so that one that breaks down does not do so all the
   *     time
   * @return false if the run is held by someone else meanwhile, or is not at rest
   */
  public boolean requeue(Claim claim, Duration delay, LifecycleEvent.BrokeDown why) {
    Optional<Position> end =
        unheld.find(claim.run()).filter(row -> row.epoch() == claim.epoch()).map(RunRow::head);
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
   * Puts a run back without an event, because none can be recorded: the next one counts an attempt.
   *
   * @param delay before the run is due again
   * @return false if the run is held by someone else meanwhile
   */
  public boolean requeue(Claim claim, Duration delay) {
    return table.moves(RunSql.requeue(delay), claim.run(), claim.epoch());
  }

  /** Returns the claims that the database says this owner has, and what others wish of them. */
  public List<Held> heldBy(String owner) {
    return table.rows(
        RunSql.HELD,
        row ->
            new Held(
                Claim.read(row),
                row.getString("cancelled_by") != null,
                row.getString("paused_by") != null,
                row.getLong("messages")),
        owner);
  }

  /**
   * A claim as the database has it.
   *
   * @param cancelWished whether someone wants the run cancelled
   * @param pauseWished whether someone wants it paused
   * @param messages how many messages were posted to it
   */
  public record Held(Claim claim, boolean cancelWished, boolean pauseWished, long messages) {}
}
