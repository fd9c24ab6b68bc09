package dev.reprise.run.retention;

import dev.reprise.run.state.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The ended runs of one agent in one tenant that one rule is about: what its limits count together.
 *
 * @param statuses how they ended
 * @param runs how many they are
 */
record RetentionGroup(
    String tenant, String agent, RetentionRule rule, Set<RunStatus> statuses, long runs) {

  /**
   * How many runs of a shelf ended so. A rule speaks of tenant, agent and status alone, so one rule
   * counts for all of them.
   */
  record Count(String tenant, String agent, RunStatus status, long runs) {

    static Count read(ResultSet row) throws SQLException {
      return new Count(
          row.getString("tenant"),
          row.getString("agent"),
          RunStatus.valueOf(row.getString("status")),
          row.getLong("runs"));
    }
  }

  /**
   * What of a shelf goes: the oldest runs, until the rest is within the limits.
   *
   * @param before a run that ended before goes
   * @param excess as many of the oldest go
   * @param surplus the oldest go until their records make up so many bytes
   */
  record Excess(Optional<Instant> before, long excess, long surplus) {

    /**
     * Returns the first limit that a run is beyond.
     *
     * @param older how many older ones there are on the shelf
     * @param olderBytes what the records of these hold
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

  static RetentionGroup of(Count part, RetentionRule rule) {
    return new RetentionGroup(
        part.tenant(), part.agent(), rule, EnumSet.of(part.status()), part.runs());
  }

  /** Returns the shelf of both. */
  RetentionGroup with(RetentionGroup other) {
    Set<RunStatus> both = EnumSet.copyOf(statuses);
    both.addAll(other.statuses);
    return new RetentionGroup(tenant, agent, rule, both, runs + other.runs);
  }

  /** Returns what goes at a moment, given what the records of all its runs hold. */
  Excess beyond(Instant now, long bytes) {
    RetentionLimits keep = rule.keep();
    Optional<Duration> age = keep.age();
    return new Excess(
        age.map(now::minus),
        keep.count().map(most -> runs - most).orElse(0L),
        keep.bytes().map(most -> bytes - most).orElse(0L));
  }
}
