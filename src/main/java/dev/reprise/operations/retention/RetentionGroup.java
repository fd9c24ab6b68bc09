package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.state.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The ended runs of one agent in one tenant to which one rule applies. The limits of the rule count
 * these runs together.
 *
 * @param statuses the statuses of the runs
 */
record RetentionGroup(String tenant, String agent, RetentionRule rule, Set<RunStatus> statuses) {

  /**
   * The runs of one tenant, agent and status. One rule applies to all of them, because rules match
   * only by these three properties.
   */
  record Part(String tenant, String agent, RunStatus status) {

    static Part read(Row row) {
      return new Part(
          row.text("tenant"), row.text("agent"), row.constant(RunStatus.class, "status"));
    }
  }

  /**
   * The part of a group to erase: the oldest runs, until the rest is within the limits.
   *
   * @param before the time before which a run must have ended to be erased for its age
   * @param excess how many of the oldest runs are erased
   * @param surplus the oldest runs are erased until their records have at least this many bytes
   */
  record Excess(Optional<Instant> before, long excess, long surplus) {

    /**
     * Returns the first limit that a run exceeds.
     *
     * @param older the number of older runs in the group
     * @param olderBytes the total size of the records of the older runs
     */
    Optional<RetentionLimits.Limit> limit(EndedRun run, long older, long olderBytes) {
      if (before.map(run.endedAt()::isBefore).orElse(false)) {
        return Optional.of(RetentionLimits.Limit.AGE);
      }
      if (older < excess) {
        return Optional.of(RetentionLimits.Limit.COUNT);
      }
      return olderBytes < surplus ? Optional.of(RetentionLimits.Limit.BYTES) : Optional.empty();
    }
  }

  static RetentionGroup of(Part part, RetentionRule rule) {
    return new RetentionGroup(part.tenant(), part.agent(), rule, EnumSet.of(part.status()));
  }

  /** Returns the union of both groups. */
  RetentionGroup with(RetentionGroup other) {
    Set<RunStatus> both = EnumSet.copyOf(statuses);
    both.addAll(other.statuses);
    return new RetentionGroup(tenant, agent, rule, both);
  }

  /**
   * Returns what to erase at a point in time.
   *
   * @param runs the number of the group's runs; any number if the rule limits none
   * @param bytes the total size of their records; any number if the rule limits none
   */
  Excess beyond(Instant now, long runs, long bytes) {
    RetentionLimits keep = rule.keep();
    Optional<Duration> age = keep.age();
    return new Excess(
        age.map(now::minus),
        keep.count().map(most -> runs - most).orElse(0L),
        keep.bytes().map(most -> bytes - most).orElse(0L));
  }
}
