package dev.reprise.queue;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/**
 * Finds the runs whose record was lost with the memory of their server, and makes them fail. The
 * failure is then the only event of the record.
 */
@ApplicationScoped
public class LostInMemoryRuns {

  /** The code of the failure. */
  public static final String CODE = "record_lost";

  private final Database database;
  private final Journal journal;
  private final ReasonEncryption reasons;

  @Inject
  public LostInMemoryRuns(Database database, Journal journal, ReasonEncryption reasons) {
    this.database = database;
    this.journal = journal;
    this.reasons = reasons;
  }

  /** Returns the failure of a run whose record is lost. */
  public static Failure failure() {
    return new Failure(CODE, "the run was submitted as not durable, and its server ended");
  }

  /**
   * Returns at most 500 runs that have not ended and whose records are lost. Such a record was in
   * the memory of an earlier start of this server, or of a server whose lease on the run expired.
   *
   * @param server the server's name
   * @param owner the server's current start
   */
  public List<RunRow> find(String server, String owner) {
    return database.rows(RunSql.LOST, RunRow::read, owner, server.length() + 1, server + "#");
  }

  /**
   * Fails such a run.
   *
   * @return false if another server was faster
   */
  public boolean fail(RunRow row) {
    var failed = new LifecycleEvent.Failed(failure());
    try {
      journal
          .append(
              row.nextWriter(),
              Position.START,
              List.of(failed),
              RunRowUpdates.endWithoutRecord(row, reasons.statusChange(row.id(), failed)))
          .await();
      return true;
    } catch (StaleEpochException e) {
      return false;
    }
  }

  /** Returns whether a run's record is lost, so that the record does not contain the input. */
  public boolean isLost(UUID run) {
    return journal.read(run, Position.START, 1).stream()
        .map(RecordedEvent::event)
        .anyMatch(first -> first instanceof LifecycleEvent.Failed);
  }
}
