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
 * @param expectedCost what their runs are expected to cost together; absent if no run of the
 *     schedule has ended, or its cost is not known
 */
public record BackfillView(
    int count,
    Optional<Instant> first,
    Optional<Instant> last,
    int alreadyThere,
    boolean more,
    boolean applied,
    Optional<ScheduleCosts.ExpectedCost> expectedCost) {

  static BackfillView planned(
      Schedules.BackfillPlan plan, Optional<ScheduleCosts.ExpectedCost> cost) {
    return of(plan, plan.dues().size(), false, cost);
  }

  /**
   * @param made how many firings; other requests may have created some of them in the meantime
   */
  static BackfillView applied(
      Schedules.BackfillPlan plan, int made, Optional<ScheduleCosts.ExpectedCost> cost) {
    return of(plan, made, true, cost);
  }

  private static BackfillView of(
      Schedules.BackfillPlan plan,
      int count,
      boolean applied,
      Optional<ScheduleCosts.ExpectedCost> cost) {
    return new BackfillView(
        count,
        plan.dues().stream().findFirst(),
        plan.dues().reversed().stream().findFirst(),
        plan.there(),
        plan.more(),
        applied,
        cost);
  }
}
