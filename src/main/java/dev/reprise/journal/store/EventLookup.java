package dev.reprise.journal.store;

import dev.reprise.journal.EventType;
import dev.reprise.platform.jdbc.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.OptionalLong;
import java.util.UUID;

/** Finds events of a run's record without reading what is in them. */
@ApplicationScoped
public class EventLookup {

  private static final String OF_TYPE =
      "SELECT MAX(sequence) FROM event WHERE run_id = ? AND type = ? AND sequence < ?";
  private static final String OF_EPOCH =
      "SELECT MAX(sequence) FROM event WHERE run_id = ? AND epoch = ? AND sequence < ?";

  private final Database database;

  @Inject
  EventLookup(Database database) {
    this.database = database;
  }

  /** Returns the sequence of the newest event of a type before another event. */
  public OptionalLong newest(UUID run, EventType type, long before) {
    return sequence(OF_TYPE, run, type.typeName(), before);
  }

  /** Returns the sequence of the newest event under an epoch before another event. */
  public OptionalLong newest(UUID run, long epoch, long before) {
    return sequence(OF_EPOCH, run, epoch, before);
  }

  private OptionalLong sequence(String sql, Object... parameters) {
    long found = database.number(sql, parameters);
    return found == 0 ? OptionalLong.empty() : OptionalLong.of(found); // no event is 0
  }
}
