package dev.reprise.queue.row;

import dev.reprise.journal.Position;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Rows of runs as the queue has them. */
public final class RunRows {

  private RunRows() {}

  /** Returns the row of a run that was just submitted. */
  public static RunRow queued(UUID id) {
    return queued(id, HolderFailures.NONE);
  }

  /** Returns the row of a queued run whose holders failed so before. */
  public static RunRow queued(UUID id, HolderFailures failures) {
    return new RunRow(
        id,
        new RunIdentity(
            "default", "clerk", "version", "here", "ana", Optional.empty(), Optional.empty()),
        RunStatus.QUEUED,
        Optional.empty(),
        new RunRow.JournalPlace(Position.START, Optional.empty(), Optional.empty()),
        new RunRow.Holder(0, Optional.empty(), failures),
        new RunRow.Requests(false, false, 0),
        new RunRow.Submission(Instant.EPOCH, Optional.empty()));
  }
}
