package dev.reprise.operations.retention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Builds a plan: reads each group from its oldest run on, until there are enough runs. Tested by
 * {@code RetentionTest}.
 */
final class RetentionPlanner {

  private static final int PAGE = 200;

  private final EndedRuns ended;
  private final Instant asOf;
  private final int maxRuns;
  private final List<RetentionPlan.Due> due = new ArrayList<>();
  private final List<RetentionPlan.Kept> kept = new ArrayList<>();

  /**
   * @param maxRuns the maximum number of runs in the plan
   */
  RetentionPlanner(EndedRuns ended, Instant asOf, int maxRuns) {
    this.ended = ended;
    this.asOf = asOf;
    this.maxRuns = maxRuns;
  }

  /** Returns whether there are more runs to erase than fit into the plan. */
  boolean isFull() {
    return due.size() > maxRuns;
  }

  /**
   * @param cancels the runs to cancel; one more than a plan has if there are more
   */
  RetentionPlan plan(List<RetentionPlan.Cancel> cancels) {
    return new RetentionPlan(
        asOf, first(due), kept, first(cancels), isFull() || cancels.size() > maxRuns);
  }

  private <T> List<T> first(List<T> found) {
    return found.subList(0, Math.min(maxRuns, found.size()));
  }

  /**
   * Adds the runs of a group that exceed a limit. It stops at the first run within all limits,
   * because all newer runs are within them, too.
   */
  void walk(RetentionGroup group) {
    RetentionLimits keep = group.rule().keep();
    RetentionGroup.Excess beyond =
        group.beyond(
            asOf,
            keep.count().isPresent() ? ended.count(group, asOf) : 0,
            keep.bytes().isPresent() ? ended.bytes(group, asOf) : 0);
    long older = 0;
    long olderBytes = 0;
    Optional<EndedRun> last = Optional.empty();
    while (true) {
      List<EndedRun> page = ended.page(group, asOf, last, PAGE);
      if (page.isEmpty() || beyond.limit(page.getFirst(), older, olderBytes).isEmpty()) {
        return; // before the planner measures any record
      }
      Map<UUID, Long> bytes = ended.bytes(page);
      for (EndedRun run : page) {
        Optional<RetentionLimits.Limit> limit = beyond.limit(run, older, olderBytes);
        if (limit.isEmpty() || isFull()) {
          return;
        }
        long size = bytes.getOrDefault(run.id(), 0L);
        add(new RetentionPlan.Due(run, size, group.rule().name(), limit.get()));
        older++;
        olderBytes += size;
      }
      if (page.size() < PAGE) {
        return;
      }
      last = Optional.of(page.getLast());
    }
  }

  private void add(RetentionPlan.Due run) {
    Optional<String> reason = run.run().whyKept();
    if (reason.isEmpty()) {
      due.add(run);
    } else if (kept.size() < maxRuns) {
      kept.add(new RetentionPlan.Kept(run.run(), reason.get()));
    }
  }
}
