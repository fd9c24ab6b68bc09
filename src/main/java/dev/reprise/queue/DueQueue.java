package dev.reprise.queue;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunSql;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * The front of each tenant's queue: the due runs that the polling server can execute, in the order
 * of turns, and the number of reserved runs.
 *
 * @param isWhole whether these are all due runs of all tenants
 */
record DueQueue(SequencedMap<String, Front> byTenant, boolean isWhole) {

  /** The size of the longest page in rows, to which twice the number of places is added. */
  private static final int PAGE = 200;

  /** With more rows for each tenant on average, a page is longer than it need be. */
  private static final int RUNS_OF_A_TENANT = 4;

  /**
   * One poll of the queue.
   *
   * @param places the maximum number of runs to reserve
   * @param owner the id of the server process that polls
   */
  record Look(JdbcTransaction database, int places, String owner) {}

  /** A run that is due, or that a server has reserved but not claimed yet. */
  record Queued(String tenant, UUID id, Instant dueAt, boolean isReserved) {

    private static Queued read(Row row) {
      return new Queued(
          row.text("tenant"), row.id("id"), row.instant("due_at"), row.flag("reserved"));
    }
  }

  /**
   * The front of one tenant's queue.
   *
   * @param reserved the number of runs that a server has reserved but not claimed yet
   * @param due the due runs, in the order of their turns
   * @param oldest the earliest time at which one of the due runs became due; empty if there are
   *     none
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

  /** Reads one short page, which holds all due runs if there are places for them. */
  static DueQueue glance(Look look) {
    return page(look, "", 2 * look.places() + 1);
  }

  /**
   * Reads the fronts of all tenants. After a page that holds few tenants the next one is half as
   * long, else twice as long: so a thousand tenants with many runs take a thousand short reads. As
   * many tenants as there are places can fill all of them. Those after them have some runs each, or
   * more if their weight is greater.
   */
  static DueQueue ofAllTenants(Look look, ToIntFunction<String> weightOf) {
    SequencedMap<String, Front> all = new LinkedHashMap<>();
    int longest = PAGE + 2 * look.places();
    int rows = longest;
    String after = "";
    DueQueue page;
    do {
      page = page(look, after, rows);
      if (!page.isWhole() && page.byTenant().size() == 1) {
        int weight = weightOf.applyAsInt(page.byTenant().firstEntry().getKey());
        int weighted = Math.min(weight * rows, longest);
        page = weighted > rows ? page(look, after, weighted) : page;
      }
      boolean isOfFewTenants = page.byTenant().size() * RUNS_OF_A_TENANT < rows;
      if (!page.isWhole() && page.byTenant().size() > 1) {
        page.byTenant().pollLastEntry(); // may be cut off by the page; the next page begins with it
      }
      all.putAll(page.byTenant());
      after = all.isEmpty() ? after : all.lastEntry().getKey();
      int enough = all.size() < look.places() ? 2 * look.places() : RUNS_OF_A_TENANT;
      rows = isOfFewTenants ? Math.max(enough, rows / 2) : Math.min(longest, 2 * rows);
    } while (!page.isWhole());
    return new DueQueue(all, true);
  }

  private static DueQueue page(Look look, String after, int maxRows) {
    List<Queued> rows =
        look.database().rows(RunSql.DUE, Queued::read, after, look.owner(), maxRows);
    SequencedMap<String, Front> fronts =
        rows.stream()
            .collect(
                groupingBy(
                    Queued::tenant, LinkedHashMap::new, collectingAndThen(toList(), Front::of)));
    return new DueQueue(fronts, rows.size() < maxRows);
  }

  /** Returns the due runs of all tenants. */
  List<UUID> all() {
    return byTenant.values().stream().flatMap(front -> front.due().stream()).toList();
  }
}
