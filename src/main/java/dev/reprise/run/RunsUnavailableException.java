package dev.reprise.run;

import java.sql.SQLException;

/**
 * The database did not answer a statement about runs, and a retry may succeed. The statement
 * changed nothing, unless an {@link dev.reprise.platform.jdbc.InDoubtException} is among the
 * causes.
 */
public class RunsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RunsUnavailableException(SQLException cause) {
    super("the table of runs could not be used: " + cause.getMessage(), cause);
  }
}
