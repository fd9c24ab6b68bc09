package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunSql;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds and resumes runs whose wait has no time and cannot end. One kind waits for child runs, of
 * which none is active or has an end to report. The other kind waits for a time that its row does
 * not have. Reprise itself never makes such a wait. A bug, an older server or a manual change of
 * the database may have left one.
 *
 * <p>{@link WaitReason} says what ends each wait. Waits for people are not checked, because the
 * record of the run says what a person has to decide.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * ChildRunsTest}.
 */
@ApplicationScoped
public class StrandedRuns {

  /** The time after each change in which a row is not checked. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final int PAGE = 500;
  private static final UUID BEFORE_ALL = new UUID(0, 0);

  /** Derby gets the indexes as hints; other databases see a comment. */
  private static final String WAITS =
      """
      SELECT r.id, r.epoch,
             CASE WHEN EXISTS (
               SELECT c.id FROM run c --DERBY-PROPERTIES index=run_works_for
               WHERE c.works_for = r.id
                 AND (c.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')
                   OR c.reports_to = r.id)) THEN 1 ELSE 0 END AS heard_of
      FROM run r --DERBY-PROPERTIES index=run_waits
      WHERE r.waiting_for = ? AND r.id > ? AND r.status = 'WAITING' AND r.due_at IS NULL
        AND r.updated_at <= %s
      ORDER BY r.waiting_for, r.id FETCH FIRST %d ROWS ONLY\
      """
          .formatted(RunSql.fromNow(GRACE.negated()), PAGE);

  /** Does nothing if the run has continued since, whatever its status is now. */
  private static final String GO_ON =
      """
      UPDATE run SET status = 'QUEUED', waiting_for = NULL, due_at = CURRENT_TIMESTAMP,
                     updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND epoch = ? AND status = 'WAITING' AND due_at IS NULL\
      """;

  private final Map<WaitReason, UUID> lookedTo = new EnumMap<>(WaitReason.class);
  private final AtomicLong count = new AtomicLong();

  private final Database database;
  private final QueueSignal due;

  @Inject
  StrandedRuns(Database database, QueueSignal due) {
    this.database = database;
    this.due = due;
  }

  /**
   * A run that nothing will wake.
   *
   * @param epoch the epoch of the claim that ended in the wait
   */
  public record Stranded(UUID id, long epoch, WaitReason reason) {}

  private record Wait(UUID id, long epoch, boolean isHeardOf) {
    static Wait read(Row row) {
      return new Wait(row.id("id"), row.number("epoch"), row.flag("heard_of"));
    }

    boolean isStranded(WaitReason reason) {
      return reason.end() == WaitReason.End.TIME || !isHeardOf;
    }
  }

  /**
   * Checks the next 500 waits of each reason, and returns the runs whose waits cannot end. The
   * checks follow the order of the ids, and start again from the first id after the last one.
   */
  public synchronized List<Stranded> next() {
    List<Stranded> stranded = new ArrayList<>();
    for (WaitReason reason : WaitReason.values()) {
      if (reason.end() != WaitReason.End.PERSON) {
        next(reason).stream()
            .filter(wait -> wait.isStranded(reason))
            .map(wait -> new Stranded(wait.id(), wait.epoch(), reason))
            .forEach(stranded::add);
      }
    }
    return stranded;
  }

  private List<Wait> next(WaitReason reason) {
    UUID after = lookedTo.getOrDefault(reason, BEFORE_ALL);
    List<Wait> page = database.rows(WAITS, Wait::read, reason.code(), after);
    lookedTo.put(reason, page.size() < PAGE ? BEFORE_ALL : page.getLast().id());
    return page;
  }

  /**
   * Queues such a run, so that the server that claims it determines the next step.
   *
   * @return false if the run has continued in the meantime: either it was not stranded, or another
   *     server was faster
   */
  public boolean resume(Stranded run) {
    boolean moved = database.moves(GO_ON, run.id(), run.epoch());
    if (moved) {
      count.incrementAndGet();
      due.fire();
    }
    return moved;
  }

  /** Returns how many such runs this server has resumed since its start. */
  public long count() {
    return count.get();
  }
}
