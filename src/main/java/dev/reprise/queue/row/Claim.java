package dev.reprise.queue.row;

import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.Checkpoint;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.UUID;

/**
 * The right to execute a run. Each write carries the claim's epoch, and the database refuses a
 * stale one.
 *
 * @param epoch the fencing token, which rises with every claim
 */
public record Claim(UUID run, String tenant, long epoch) {

  /** Returns the claim in the form that the journal requires. */
  public Writer writer() {
    return new Writer(run, tenant, epoch);
  }

  /**
   * Appends a checkpoint and names it in the run's row.
   *
   * @param state the fold of all events up to the head
   */
  public PendingAppend checkpoint(Journal journal, Position head, RunState state) {
    return journal.append(
        writer(), head, List.of(Checkpoint.of(state)), RunRowUpdates.checkpoint(this, head));
  }

  public static Claim read(Row row) {
    return new Claim(row.id("id"), row.text("tenant"), row.number("epoch"));
  }
}
