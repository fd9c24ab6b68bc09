package dev.reprise.api.schedule;

import dev.reprise.schedule.Schedules;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of a backfill, or of its dry run.
 *
 * @param count how many firings; at most 1,000
 * @param first the first due time without a firing
 * @param last the last of them
 * @param alreadyThere how many due times before it have a firing that ran or will run
 * @param more whether there are more due times than one backfill takes; request another one
 * @param applied whether the firings were created
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
   * @param made how many firings; other requests may have created some of them in the meantime
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
