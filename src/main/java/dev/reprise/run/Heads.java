package dev.reprise.run;

import static java.util.Collections.nCopies;

import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Tells how far many runs are, in few questions. */
@ApplicationScoped
public class Heads {

  /** So many at once: far below what databases take as parameters of a statement. */
  private static final int MOST = 100;

  /**
   * Statements are as long as these and no others, because databases keep the plan of each text;
   * one run stands in the places that are left over.
   */
  private static final List<Integer> LENGTHS = List.of(1, 10, MOST);

  private RunTable table;
  private Journal journal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Heads() {}

  @Inject
  Heads(RunTable table, Journal journal) {
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
   * @throws RunsUnavailable if the database fails
   */
  public List<Head> of(Collection<UUID> runs) {
    List<UUID> ids = List.copyOf(runs);
    List<Head> heads = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MOST) {
      heads.addAll(some(ids.subList(from, Math.min(ids.size(), from + MOST))));
    }
    return heads;
  }

  private List<Head> some(List<UUID> ids) {
    int length = LENGTHS.stream().filter(it -> it >= ids.size()).findFirst().orElse(MOST);
    List<Object> parameters = new ArrayList<>(ids);
    parameters.addAll(nCopies(length - ids.size(), ids.getLast()));
    String sql =
        "SELECT id, status, last_sequence, home FROM run WHERE id IN (%s)"
            .formatted(String.join(", ", nCopies(length, "?")));
    return table.rows(sql, this::read, parameters.toArray());
  }
}
