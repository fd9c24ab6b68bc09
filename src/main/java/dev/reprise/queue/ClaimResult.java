package dev.reprise.queue;

import dev.reprise.journal.Position;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.state.RunStatus;

/** Whether a job may execute a run. */
public sealed interface ClaimResult {

  /**
   * The job holds the run now.
   *
   * @param head the end of the journal, after the event of the claim itself
   * @param row the row before the claim
   */
  record Admitted(Claim claim, Position head, RunRow row) implements ClaimResult {}

  /** The job has nothing to do, because the run has reached a final status. */
  record AlreadyEnded(RunStatus status) implements ClaimResult {}

  /**
   * The job does not hold the run and must not change it.
   *
   * @param why a sentence for the operator
   */
  record Refused(String why) implements ClaimResult {}
}
