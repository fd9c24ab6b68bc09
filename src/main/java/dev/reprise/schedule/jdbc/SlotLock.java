package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringDecision;
import dev.reprise.schedule.FiringReason;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleStore;
import dev.reprise.schedule.ScheduleStore.Decided;
import dev.reprise.schedule.SlotDecision;
import dev.reprise.schedule.SlotSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Gives out slots, on one server at a time: each server first locks the one row of the gate. Tested
 * by {@code ScheduleStoreContract}.
 */
public final class SlotLock {

  /** How many schedules one decision covers; the next one, on any server, continues after them. */
  public static final int SCHEDULES = 200;

  /**
   * How many firings of each kind it reads at most: five of each schedule; usually there is one.
   */
  private static final int FIRINGS = 5 * SCHEDULES;

  private static final String IS_PENDING =
      "f.status = 'PENDING' AND f.not_before <= CURRENT_TIMESTAMP";

  private static final String PAGE =
      """
      SELECT DISTINCT f.schedule_id FROM firing f
      WHERE %s AND f.schedule_id > (SELECT seen FROM schedule_gate)
      ORDER BY f.schedule_id FETCH FIRST %d ROWS ONLY\
      """
          .formatted(IS_PENDING, SCHEDULES);

  private static final String OF_PAGE = " AND f.schedule_id >= ? AND f.schedule_id <= ?";

  private static final String FIRST =
      " ORDER BY f.schedule_id, f.due_at, f.id FETCH FIRST %d ROWS ONLY".formatted(FIRINGS);

  /** Of firings that wait, only the first of each schedule: a backfill may have thousands. */
  private static final String PENDING =
      FiringRow.SELECT
          + """
          WHERE %s AND (f.source = 'CLOCK' OR f.attempts > 0 OR NOT EXISTS (
            SELECT 1 FROM firing g
            WHERE g.schedule_id = f.schedule_id AND g.status = 'PENDING' AND g.attempts = 0
              AND g.source <> 'CLOCK' AND g.not_before <= CURRENT_TIMESTAMP
              AND (g.due_at < f.due_at OR (g.due_at = f.due_at AND g.id < f.id))))\
          """
              .formatted(IS_PENDING)
          + OF_PAGE;

  /** Firings that wait for a time are read only if their schedules have another one pending. */
  private static final String RESTING =
      FiringRow.SELECT
          + """
          WHERE f.status = 'PENDING' AND f.not_before > CURRENT_TIMESTAMP
            AND (f.attempts > 0 OR f.source = 'CLOCK')
            AND f.schedule_id IN (
              SELECT g.schedule_id FROM firing g
              WHERE g.status = 'PENDING' AND g.not_before <= CURRENT_TIMESTAMP)\
          """
          + OF_PAGE;

  /** Checks the cooldown again when the firing takes the slot. */
  private static final String START =
      """
      UPDATE schedule SET started_at = CURRENT_TIMESTAMP
      WHERE id = ? AND (? = 1 OR cool_until IS NULL OR cool_until <= CURRENT_TIMESTAMP)\
      """;

  private SlotLock() {}

  /** Returns whether there is nothing to decide; takes no lock. */
  static boolean isQuiet(JdbcTransaction transaction) {
    return transaction
        .first(
            "SELECT f.id FROM firing f WHERE " + IS_PENDING + " FETCH FIRST 1 ROWS ONLY",
            row -> row)
        .isEmpty();
  }

  /** Locks the gate until the transaction ends. */
  static void lock(JdbcTransaction transaction) {
    transaction.update("UPDATE schedule_gate SET turn = turn + 1");
  }

  /** Makes the decisions, and carries them out. See {@link ScheduleStore#decide}. */
  static Decided allocate(
      JdbcTransaction transaction,
      String owner,
      Duration lease,
      Function<SlotSnapshot, List<SlotDecision>> decisions) {
    lock(transaction);
    return carryOut(transaction, owner, lease, decisions.apply(snapshot(transaction)));
  }

  /**
   * Reads slots first: one that is returned meanwhile counts as taken, which does no harm. The
   * number of rows is bounded, because all servers wait meanwhile.
   */
  private static SlotSnapshot snapshot(JdbcTransaction transaction) {
    List<Firing> active = FiringRow.active(transaction);
    Set<UUID> waiting = FiringRow.waiting(transaction);
    List<String> page = page(transaction);
    if (page.isEmpty()) {
      return new SlotSnapshot(
          JdbcScheduleStore.now(transaction), List.of(), List.of(), active, waiting, Map.of());
    }
    String[] ends = {page.getFirst(), page.getLast()};
    List<Firing> pending = transaction.rows(PENDING + FIRST, FiringRow::read, (Object[]) ends);
    Map<UUID, Schedule> schedules =
        transaction
            .rows(
                ScheduleRow.SELECT
                    + "WHERE id IN (SELECT f.schedule_id FROM firing f WHERE "
                    + IS_PENDING
                    + OF_PAGE
                    + ")",
                ScheduleRow::read,
                (Object[]) ends)
            .stream()
            .collect(Collectors.toMap(Schedule::id, it -> it));
    return new SlotSnapshot(
        JdbcScheduleStore.now(transaction),
        pending.stream().filter(firing -> schedules.containsKey(firing.schedule())).toList(),
        transaction.rows(RESTING + FIRST, FiringRow::read, (Object[]) ends),
        active,
        waiting,
        schedules);
  }

  /** Returns the schedules of this decision, and notes where the next one continues. */
  private static List<String> page(JdbcTransaction transaction) {
    List<String> page = transaction.rows(PAGE, row -> row.text("schedule_id"));
    String seen = page.size() < SCHEDULES ? "" : page.getLast();
    transaction.update("UPDATE schedule_gate SET seen = ?", seen);
    return page;
  }

  private static Decided carryOut(
      JdbcTransaction transaction, String owner, Duration lease, List<SlotDecision> decisions) {
    List<Firing> begun = new ArrayList<>();
    List<Firing> replaced = new ArrayList<>();
    for (SlotDecision decided : decisions) {
      Firing firing = decided.firing();
      switch (decided.decision()) {
        case FiringDecision.Start ignored -> {
          if (transaction.moves(START, firing.schedule(), firing.isOpen() ? 1 : 0)
              && transaction.moves(begin(lease), owner, firing.id())) {
            begun.add(FiringRow.find(transaction, firing.id()).orElseThrow());
          }
        }
        case FiringDecision.Delay(FiringReason reason, Optional<Instant> until) ->
            wait(transaction, firing, reason, until);
        case FiringDecision.Skip(FiringReason reason) ->
            transaction.update(
                """
                UPDATE firing SET status = 'SKIPPED', reason = ?, ended_at = CURRENT_TIMESTAMP
                WHERE id = ? AND status = 'PENDING'\
                """,
                reason.name(),
                firing.id());
        case FiringDecision.Replace(List<Firing> older) -> {
          wait(transaction, firing, FiringReason.REPLACED, Optional.empty());
          for (Firing old : older) {
            if (replace(transaction, old)) {
              replaced.add(old);
            }
          }
        }
      }
    }
    return new Decided(begun, replaced);
  }

  private static String begin(Duration lease) {
    return """
    UPDATE firing SET status = 'ACTIVE', reason = NULL, attempts = attempts + 1, owner = ?,
                      lease_until = {fn TIMESTAMPADD(SQL_TSI_SECOND, %d, CURRENT_TIMESTAMP)},
                      started_at = COALESCE(started_at, CURRENT_TIMESTAMP)
    WHERE id = ? AND status = 'PENDING'\
    """
        .formatted(lease.toSeconds());
  }

  private static void wait(
      JdbcTransaction transaction, Firing firing, FiringReason reason, Optional<Instant> until) {
    if (!firing.reason().equals(Optional.of(reason)) || until.isPresent()) {
      transaction.update(
          "UPDATE firing SET reason = ?, not_before = ? WHERE id = ? AND status = 'PENDING'",
          reason.name(),
          until.orElse(firing.notBefore()),
          firing.id());
    }
  }

  /** A firing between two attempts has no open run to cancel. */
  private static boolean replace(JdbcTransaction transaction, Firing old) {
    return transaction.moves(
            """
            UPDATE firing SET reason = 'REPLACED'
            WHERE id = ? AND status = 'ACTIVE' AND reason IS NULL\
            """,
            old.id())
        || transaction.moves(
            """
            UPDATE firing SET status = 'CANCELLED', reason = 'REPLACED',
                              ended_at = CURRENT_TIMESTAMP
            WHERE id = ? AND status = 'PENDING'\
            """,
            old.id());
  }
}
