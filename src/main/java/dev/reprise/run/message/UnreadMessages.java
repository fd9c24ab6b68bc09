package dev.reprise.run.message;

import dev.reprise.run.RunsUnavailableException;
import java.util.List;
import java.util.UUID;

/** Where a run finds what was said to it. */
@FunctionalInterface
public interface UnreadMessages {

  /**
   * Returns the messages behind one, in order; some of them, if they are many.
   *
   * @param number of the last that the run has taken; 0 if it has taken none
   * @throws RunsUnavailableException if the database fails
   */
  List<PostedMessage> after(UUID run, long number);
}
