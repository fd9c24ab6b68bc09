package dev.reprise.run.retention;

import dev.reprise.run.state.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that has ended, as it was when it was looked at.
 *
 * @param events how many its record has
 * @param endedAt when it came to its present status, by the database's clock
 * @param forks how many runs were forked from it
 * @param workedFor how many runs that have not ended may yet take its answer: the one it worked for
 */
public record EndedRun(
    UUID id,
    String tenant,
    String agent,
    RunStatus status,
    long epoch,
    long events,
    Instant endedAt,
    int forks,
    int workedFor) {

  /**
   * The columns that {@link #read} wants. The row of a run that has ended changes no more, unless
   * it is retried.
   */
  static final String SELECT =
      """
      SELECT r.id, r.tenant, r.agent, r.status, r.epoch, r.last_sequence, r.updated_at,
             (SELECT COUNT(*) FROM run f WHERE f.parent = r.id) AS forks,
             (SELECT COUNT(*) FROM run p WHERE p.id = r.works_for
                AND p.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')) AS worked_for
      FROM run r
      """;

  static EndedRun read(ResultSet row) throws SQLException {
    return new EndedRun(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        row.getString("agent"),
        RunStatus.valueOf(row.getString("status")),
        row.getLong("epoch"),
        row.getLong("last_sequence"),
        row.getTimestamp("updated_at").toInstant(),
        row.getInt("forks"),
        row.getInt("worked_for"));
  }

  /** Returns why the run stays though the rules let it go. */
  Optional<String> whyKept() {
    if (forks > 0) {
      return Optional.of("what was forked from it goes first; runs: %d".formatted(forks));
    }
    return workedFor > 0
        ? Optional.of("the run for which it worked has not ended, and may yet want its answer")
        : Optional.empty();
  }
}
