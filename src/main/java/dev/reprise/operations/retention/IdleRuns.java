package dev.reprise.operations.retention;

import dev.reprise.journal.ControlEvent;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.RunQueue;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds runs that only a person can move and that have not moved for longer than a rule says, and
 * cancels them. A run that waits for a time or for child runs is never one of them.
 *
 * <p>A run whose record is in the memory of a server is left to that server: it does not outlive
 * it.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * RetentionTest}.
 */
@ApplicationScoped
class IdleRuns {

  /** Who cancels, in the records of runs. */
  static final String CANCELLED_BY = "retention";

  private static final String IDLE =
      """
      FROM run r WHERE r.home IS NULL AND (r.status = '%s' OR (r.status = '%s' AND r.waiting_for IN (%s)))\
      """
          .formatted(
              RunStatus.PAUSED,
              RunStatus.WAITING,
              Arrays.stream(WaitReason.values())
                  .filter(reason -> reason.end() == WaitReason.End.PERSON)
                  .map(reason -> "'" + reason.code() + "'")
                  .collect(Collectors.joining(", ")));

  private static final String PARTS =
      "SELECT DISTINCT r.tenant, r.agent, r.status %s ORDER BY r.tenant, r.agent, r.status"
          .formatted(IDLE);

  private static final String OF_PART =
      """
      SELECT r.id, r.tenant, r.agent, r.status, r.epoch, r.last_sequence, r.waiting_for, r.updated_at
      %s AND r.tenant = ? AND r.agent = ? AND r.status = ? AND r.updated_at < ?
      ORDER BY r.updated_at, r.id FETCH FIRST %%d ROWS ONLY\
      """
          .formatted(IDLE);

  private final Database database;
  private final RetentionRules rules;
  private final RunQueue queue;

  @Inject
  IdleRuns(Database database, RetentionRules rules, RunQueue queue) {
    this.database = database;
    this.rules = rules;
    this.queue = queue;
  }

  /**
   * Returns the runs that the rules cancel at a point in time, the longest idle ones of each agent
   * first.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   * @param most the greatest number of runs
   */
  List<RetentionPlan.Cancel> find(Optional<String> tenant, Instant asOf, int most) {
    if (!rules.cancelAny()) {
      return List.of();
    }
    List<RetentionPlan.Cancel> found = new ArrayList<>();
    for (RetentionGroup.Part part : database.rows(PARTS, RetentionGroup.Part::read)) {
      RetentionRule rule = rules.of(part.tenant(), part.agent(), part.status());
      if (rule.keep().age().isPresent() && tenant.map(part.tenant()::equals).orElse(true)) {
        Instant before = asOf.minus(rule.keep().age().get());
        database
            .rows(
                OF_PART.formatted(most - found.size()),
                IdleRun::read,
                part.tenant(),
                part.agent(),
                part.status().name(),
                before)
            .forEach(run -> found.add(new RetentionPlan.Cancel(run, rule.name(), rule.keep())));
      }
      if (found.size() >= most) {
        break;
      }
    }
    return found;
  }

  /**
   * Cancels a run like a person would, with the rule as the reason, so that whatever depends on it
   * learns of its end. Returns false if the run has moved on since it was read.
   */
  boolean cancel(RetentionPlan.Cancel due) {
    var cancelled = new ControlEvent.Cancelled(CANCELLED_BY, due.reason());
    return queue.cancel(due.run().id(), cancelled, Optional.of(due.run().version()));
  }
}
