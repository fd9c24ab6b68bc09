package dev.reprise.run.state;

/**
 * The counts of a run's failures, by kind.
 *
 * @param attempts how often the run was claimed since its last step forward
 * @param refusals how often in a row a server released the run because it lacks what the run pinned
 * @param errors how many attempts at a model call, a tool call or a compaction have failed, plus
 *     how many phases failed or were skipped; a retry continues the count, a fork starts at 0
 * @param storeFailures how often the database failed before it stored what the run recorded
 */
public record FailureCounts(Attempts attempts, int refusals, int errors, int storeFailures) {

  static final FailureCounts NONE = new FailureCounts(Attempts.NONE, 0, 0, 0);

  /** Returns the counts after a step forward, which ends all attempts and refusals before it. */
  FailureCounts afterStep() {
    return new FailureCounts(Attempts.NONE, 0, errors, storeFailures);
  }

  /** Returns the counts after a change by a server that is no step forward. */
  FailureCounts withoutRefusals() {
    return refusals == 0 ? this : new FailureCounts(attempts, 0, errors, storeFailures);
  }

  FailureCounts with(Attempts next) {
    return new FailureCounts(next, refusals, errors, storeFailures);
  }

  /** Returns the counts after the run was released for a wait. */
  FailureCounts waiting(boolean refused) {
    return new FailureCounts(Attempts.NONE, refused ? refusals + 1 : 0, errors, storeFailures);
  }

  FailureCounts plusError() {
    return new FailureCounts(attempts, refusals, errors + 1, storeFailures);
  }

  FailureCounts plusStoreFailures(int more) {
    return new FailureCounts(attempts, refusals, errors, storeFailures + more);
  }

  /** Returns the counts with which a fork begins. */
  FailureCounts forked() {
    return new FailureCounts(Attempts.NONE, refusals, 0, 0);
  }
}
