package dev.reprise.run.queue;

import dev.reprise.journal.Position;
import dev.reprise.run.Claim;
import dev.reprise.run.RunRow;
import dev.reprise.run.state.RunStatus;

/** Whether a job that wants to carry out a run may do so. */
public sealed interface ClaimResult {

  /**
   * It holds the run now.
   *
   * @param head the journal's end, behind the event of the admission itself
   * @param row as it was before
   */
  record Admitted(Claim claim, Position head, RunRow row) implements ClaimResult {}

  /** There is nothing to do: the run has its end, for good. */
  record Over(RunStatus status) implements ClaimResult {}

  /**
   * It does not and must not touch the run.
   *
   * @param why one sentence for the operator
   */
  record Refused(String why) implements ClaimResult {}
}
