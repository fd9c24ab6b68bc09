package dev.reprise.journal.store;

import dev.reprise.journal.EventType;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.UUID;
import javax.sql.DataSource;

/** Finds events of a run's record without reading what is in them. */
@ApplicationScoped
public class EventLookup {

  private static final String OF_TYPE =
      "SELECT MAX(sequence) FROM event WHERE run_id = ? AND type = ? AND sequence < ?";
  private static final String OF_EPOCH =
      "SELECT MAX(sequence) FROM event WHERE run_id = ? AND epoch = ? AND sequence < ?";

  private final DataSource database;

  @Inject
  EventLookup(DataSource database) {
    this.database = database;
  }

  /** Returns the sequence of the newest event of a type before another event. */
  public OptionalLong newest(UUID run, EventType type, long before) throws SQLException {
    return sequence(OF_TYPE, run, type.typeName(), before);
  }

  /** Returns the sequence of the newest event under an epoch before another event. */
  public OptionalLong newest(UUID run, long epoch, long before) throws SQLException {
    return sequence(OF_EPOCH, run, epoch, before);
  }

  private OptionalLong sequence(String sql, Object... parameters) throws SQLException {
    long found =
        JdbcTransaction.single(
            database,
            statements -> statements.rows(sql, row -> row.getLong(1), parameters).getFirst());
    return found == 0 ? OptionalLong.empty() : OptionalLong.of(found); // no event is 0
  }
}
