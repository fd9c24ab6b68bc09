package dev.reprise.journal;

import java.util.UUID;

/**
 * The database failed. The run stops here, and recovery continues it later.
 *
 * <p>Nothing was written, unless an {@link dev.reprise.platform.jdbc.InDoubtException} is among the
 * causes. Then the answer to a commit was lost, and the table could not be read to find out whether
 * the commit happened.
 */
public class JournalUnavailableException extends RuntimeException {

  public JournalUnavailableException(String what, UUID run, Exception cause) {
    super("could not %s the journal of run %s: %s".formatted(what, run, cause.getMessage()), cause);
  }

  public JournalUnavailableException(UUID run, String why) {
    super("could not append to the journal of run %s: %s".formatted(run, why));
  }
}
