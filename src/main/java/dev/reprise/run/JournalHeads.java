package dev.reprise.run;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Tells how far many runs are, in few questions. */
@ApplicationScoped
public class JournalHeads {

  private RunTable table;
  private Journal journal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  JournalHeads() {}

  @Inject
  JournalHeads(RunTable table, Journal journal) {
    this.table = table;
    this.journal = journal;
  }

  /**
   * How far a run is, read at one moment.
   *
   * @param sequence place of the newest event
   */
  public record Head(UUID run, RunStatus status, long sequence) {}

  /** Of a run in memory the row lags behind; of one that has just ended it is the first to know. */
  private Head read(ResultSet row) throws SQLException {
    UUID run = UUID.fromString(row.getString("id"));
    if (row.getString("home") == null) {
      journal.forget(run); // another server may have given up a run that was in memory here
    }
    long inMemory = journal.endInMemory(run).map(Position::sequence).orElse(0L);
    return new Head(
        run,
        RunStatus.valueOf(row.getString("status")),
        Math.max(row.getLong("last_sequence"), inMemory));
  }

  /**
   * Returns how far each of these runs is; one that does not exist is left out.
   *
   * @throws RunsUnavailableException if the database fails
   */
  public List<Head> of(Collection<UUID> runs) {
    return IdBatches.ask(
        "SELECT id, status, last_sequence, home FROM run WHERE id",
        runs,
        (sql, parameters) -> table.rows(sql, this::read, parameters));
  }
}
