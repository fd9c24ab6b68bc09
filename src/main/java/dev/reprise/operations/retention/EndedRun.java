package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that has ended, as its row was when it was read.
 *
 * @param events the number of events in its record
 * @param endedAt the time at which the run reached its current status, by the database's clock
 * @param dependents the runs that still need the run
 */
public record EndedRun(
    UUID id,
    String tenant,
    String agent,
    RunStatus status,
    long epoch,
    long events,
    Instant endedAt,
    Dependents dependents) {

  /**
   * The runs that still need the run.
   *
   * @param forks the number of forks of the run
   * @param parents 1 if the parent run has not ended and may still read the run's answer, else 0
   */
  public record Dependents(int forks, int parents) {}

  /**
   * Selects the columns that {@link #read} needs. The row of a run that has ended does not change,
   * unless the run is retried.
   */
  static final String SELECT =
      """
      SELECT r.id, r.tenant, r.agent, r.status, r.epoch, r.last_sequence, r.updated_at,
             (SELECT COUNT(*) FROM run f WHERE f.parent = r.id) AS forks,
             (SELECT COUNT(*) FROM run p WHERE p.id = r.works_for
                AND p.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')) AS worked_for
      FROM run r\
      """;

  static EndedRun read(Row row) {
    return new EndedRun(
        row.id("id"),
        row.text("tenant"),
        row.text("agent"),
        row.constant(RunStatus.class, "status"),
        row.number("epoch"),
        row.number("last_sequence"),
        row.instant("updated_at"),
        new Dependents(row.integer("forks"), row.integer("worked_for")));
  }

  /** Returns why the run must be kept although the rules would erase it; empty if it need not. */
  Optional<String> whyKept() {
    if (dependents.forks > 0) {
      return Optional.of("its forks must be erased first; forks: %d".formatted(dependents.forks));
    }
    return dependents.parents > 0
        ? Optional.of("its parent run has not ended and may still read its answer")
        : Optional.empty();
  }
}
