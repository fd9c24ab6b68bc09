package dev.reprise.journal;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Notes events for others in the transaction that appends them: the pattern "transactional outbox".
 * So a note is durable exactly if its event is, whenever the server dies.
 *
 * <p>Runs that are not durable, and the records of imported runs, bypass it.
 */
public interface Outbox {

  /** An outbox that takes nothing. */
  Outbox NONE =
      new Outbox() {
        @Override
        public boolean takes(RunEvent event) {
          return false;
        }

        @Override
        public void put(Connection transaction, Writer writer, long sequence, RunEvent event) {
          throw new UnsupportedOperationException("this outbox takes nothing");
        }
      };

  /**
   * Returns whether an event is noted. It is asked about each event that is appended, so it decides
   * by the event alone and at once.
   */
  boolean takes(RunEvent event);

  /**
   * Notes an event that it takes, whose row has just been inserted.
   *
   * @param transaction belongs to the caller, who commits it; it may append events of other runs
   * @throws SQLException if the database fails; then the events are not appended either. No content
   *     of an event may be a reason to fail.
   */
  void put(Connection transaction, Writer writer, long sequence, RunEvent event)
      throws SQLException;
}
