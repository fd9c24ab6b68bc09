package dev.reprise.run.queue;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.RunSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/**
 * The front of each tenant's queue: what is due and can be carried out by who looks, in the order
 * of turns, and how much is reserved already.
 *
 * @param isWhole whether nothing else is due of these or other tenants
 */
record DueQueue(SequencedMap<String, Front> byTenant, boolean isWhole) {

  /** So many rows at once, and twice as many as there are places on top. */
  private static final int PAGE = 200;

  /**
   * One look at the queue.
   *
   * @param places how many runs may be taken
   * @param suspects which of them go on
   */
  record Look(JdbcTransaction database, int places, SuspectRuns suspects) {}

  /** A run that is due, or was taken off by some server that has not begun with it. */
  record Queued(String tenant, UUID id, Instant dueAt, int losses, boolean isReserved) {

    private static Queued read(ResultSet row) throws SQLException {
      return new Queued(
          row.getString("tenant"),
          UUID.fromString(row.getString("id")),
          row.getTimestamp("due_at").toInstant(),
          row.getInt("losses"),
          row.getInt("reserved") == 1);
    }
  }

  /**
   * The front of one tenant's queue.
   *
   * @param reserved how many runs were taken off by some server that has not begun with them
   * @param due in the order of their turns
   * @param oldest since when the longest waiting of them is due; empty if there are none
   */
  record Front(int reserved, List<UUID> due, Optional<Instant> oldest) {

    private static Front of(List<Queued> runs) {
      List<Queued> due = runs.stream().filter(run -> !run.isReserved()).toList();
      return new Front(
          runs.size() - due.size(),
          due.stream().map(Queued::id).toList(),
          due.stream().map(Queued::dueAt).min(Instant::compareTo));
    }
  }

  /** Reads one page, which mostly is all there is. */
  static DueQueue glance(Look look) throws SQLException {
    return page(look, "");
  }

  /**
   * Reads the fronts of all tenants, each with as many runs as there are places, or all of its. One
   * page holds many tenants with little to do; one with much takes a page of its own.
   */
  static DueQueue ofAllTenants(Look look) throws SQLException {
    SequencedMap<String, Front> all = new LinkedHashMap<>();
    String behind = "";
    DueQueue page;
    do {
      page = page(look, behind);
      if (!page.isWhole() && page.byTenant().size() > 1) {
        page.byTenant().pollLastEntry(); // the page may have cut it off; the next begins with it
      }
      all.putAll(page.byTenant());
      behind = all.isEmpty() ? behind : all.lastEntry().getKey();
    } while (!page.isWhole());
    return new DueQueue(all, true);
  }

  private static DueQueue page(Look look, String behind) throws SQLException {
    int most = PAGE + 2 * look.places();
    List<Queued> rows =
        look.database().rows(RunSql.DUE, Queued::read, behind, look.suspects().owner(), most);
    SequencedMap<String, Front> fronts =
        look.suspects().few(look.database(), rows).stream()
            .collect(
                groupingBy(
                    Queued::tenant, LinkedHashMap::new, collectingAndThen(toList(), Front::of)));
    return new DueQueue(fronts, rows.size() < most);
  }

  /** Returns all that are due. */
  List<UUID> all() {
    return byTenant.values().stream().flatMap(front -> front.due().stream()).toList();
  }
}
