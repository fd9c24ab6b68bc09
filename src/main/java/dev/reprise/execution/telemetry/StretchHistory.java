package dev.reprise.execution.telemetry;

import dev.reprise.journal.EventType;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Finds in a run's record the stretch of work before the present one. */
@ApplicationScoped
class StretchHistory {

  private static final String ADMITTED =
      """
      SELECT COALESCE(MAX(sequence), 0) FROM event WHERE run_id = ? AND type = '%s' AND sequence < ?\
      """
          .formatted(EventType.RUN_ADMITTED.typeName());
  private static final String LAST =
      "SELECT COALESCE(MAX(sequence), 0) FROM event WHERE run_id = ? AND epoch = ? AND sequence < ?";

  private static final long NONE = 0;

  private final Journal journal;
  private final DataSource database;

  @Inject
  StretchHistory(Journal journal, DataSource database) {
    this.journal = journal;
    this.database = database;
  }

  /**
   * A stretch.
   *
   * @param server that worked on the run
   * @param from when it was claimed
   * @param to when its last event was recorded
   * @param isLost whether that event is not a release: the server was lost with the run
   */
  record Past(long epoch, String server, Instant from, Instant to, boolean isLost) {}

  /** Returns the newest stretch that began before an event of the record. */
  Optional<Past> before(UUID run, long sequence) throws SQLException {
    long admitted = sequence(ADMITTED, run, sequence);
    if (admitted == NONE) {
      return Optional.empty();
    }
    RecordedEvent first = event(run, admitted);
    RecordedEvent last = event(run, sequence(LAST, run, first.epoch(), sequence));
    String server = first.event() instanceof LifecycleEvent.Admitted it ? it.server() : "";
    return Optional.of(
        new Past(first.epoch(), server, first.at(), last.at(), !isRelease(last.event())));
  }

  private static boolean isRelease(RunEvent event) {
    return !(event instanceof HumanInputEvent)
        && StatusTransitions.statusAfter(event)
            .filter(status -> status != RunStatus.RUNNING)
            .isPresent();
  }

  private long sequence(String sql, Object... parameters) throws SQLException {
    return JdbcTransaction.single(
        database, statements -> statements.rows(sql, row -> row.getLong(1), parameters).getFirst());
  }

  private RecordedEvent event(UUID run, long sequence) {
    return journal.read(run, journal.position(run, sequence - 1), 1).getFirst();
  }
}
