package dev.reprise.journal;

import java.util.UUID;

/**
 * The database did not do its part; the run stops here and is taken up again by recovery.
 *
 * <p>Nothing was written, unless an {@link dev.reprise.platform.jdbc.InDoubtException} is among its
 * causes: then the answer to a commit was lost, and the table could not be asked what became of it.
 */
public class JournalUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public JournalUnavailableException(String what, UUID run, Exception cause) {
    super("could not %s the journal of run %s: %s".formatted(what, run, cause.getMessage()), cause);
  }

  public JournalUnavailableException(UUID run, String why) {
    super("could not append to the journal of run %s: %s".formatted(run, why));
  }
}
