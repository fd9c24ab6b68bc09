package dev.reprise.queue.row;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Reads the positions of the newest events of many runs, with few statements. */
@ApplicationScoped
public class JournalHeads {

  private final Database database;
  private final Journal journal;

  @Inject
  public JournalHeads(Database database, Journal journal) {
    this.database = database;
    this.journal = journal;
  }

  /**
   * A run's status and newest event, read at the same moment.
   *
   * @param sequence the sequence of the newest event
   */
  public record Head(UUID run, RunStatus status, long sequence) {}

  /**
   * The row of a run in memory is older than its journal. When a run ends, the row is up to date
   * first.
   */
  private Head read(Row row) {
    UUID run = row.id("id");
    if (!row.has("home")) {
      journal.forget(run); // another server may have given up a run that was in memory here
    }
    long inMemory = journal.endInMemory(run).map(Position::sequence).orElse(0L);
    return new Head(
        run,
        row.constant(RunStatus.class, "status"),
        Math.max(row.number("last_sequence"), inMemory));
  }

  /**
   * Returns the head of each of these runs, without runs that do not exist.
   *
   * @throws DatabaseException if the database fails
   */
  public List<Head> of(Collection<UUID> runs) {
    return IdBatches.ask(
        "SELECT id, status, last_sequence, home FROM run WHERE id",
        runs,
        (sql, parameters) -> database.rows(sql, this::read, parameters));
  }
}
