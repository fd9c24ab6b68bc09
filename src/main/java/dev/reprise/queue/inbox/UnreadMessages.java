package dev.reprise.queue.inbox;

import dev.reprise.platform.jdbc.DatabaseException;
import java.util.List;
import java.util.UUID;

/** Reads the messages to a run. */
@FunctionalInterface
public interface UnreadMessages {

  /**
   * Returns the messages after a message, in order. If there are many, the result holds only the
   * first of them.
   *
   * @param number the number of the last message that the run has read; 0 if it has read none
   * @throws DatabaseException if the database fails
   */
  List<PostedMessage> after(UUID run, long number);
}
