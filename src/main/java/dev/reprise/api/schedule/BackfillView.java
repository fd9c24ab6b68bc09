package dev.reprise.api.schedule;

import dev.reprise.schedule.Schedules;
import java.time.Instant;
import java.util.Optional;

/**
 * What a backfill makes, or would.
 *
 * @param count how many firings; at most 1,000
 * @param first the first due time that has none
 * @param last the last of them
 * @param alreadyThere how many due times before that have a firing which ran or will
 * @param more whether there are more due times than one backfill takes; ask again for these
 * @param applied whether the firings were made
 */
public record BackfillView(
    int count,
    Optional<Instant> first,
    Optional<Instant> last,
    int alreadyThere,
    boolean more,
    boolean applied) {

  static BackfillView planned(Schedules.BackfillPlan plan) {
    return of(plan, plan.dues().size(), false);
  }

  /**
   * @param made how many firings; others may have made some of them meanwhile
   */
  static BackfillView applied(Schedules.BackfillPlan plan, int made) {
    return of(plan, made, true);
  }

  private static BackfillView of(Schedules.BackfillPlan plan, int count, boolean applied) {
    return new BackfillView(
        count,
        plan.dues().stream().findFirst(),
        plan.dues().reversed().stream().findFirst(),
        plan.there(),
        plan.more(),
        applied);
  }
}
