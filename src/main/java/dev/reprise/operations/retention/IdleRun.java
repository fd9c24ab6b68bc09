package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that is paused, or that waits for a person, as its row was when it was read.
 *
 * @param version the version that is cancelled; if the run moves on, it stays
 * @param waitingFor what a waiting run waits for
 * @param since the time of the last change of the run's row, by the database's clock
 */
public record IdleRun(
    UUID id,
    String tenant,
    String agent,
    RunStatus status,
    RunRow.Version version,
    Optional<String> waitingFor,
    Instant since) {

  static IdleRun read(Row row) {
    return new IdleRun(
        row.id("id"),
        row.text("tenant"),
        row.text("agent"),
        row.constant(RunStatus.class, "status"),
        new RunRow.Version(row.number("epoch"), row.number("last_sequence")),
        row.optionalText("waiting_for"),
        row.instant("updated_at"));
  }
}
