package dev.reprise.run;

import java.sql.SQLException;

/**
 * The database did not answer about runs, and asking again may help. Nothing was changed, unless an
 * {@link dev.reprise.platform.jdbc.InDoubtException} is among its causes.
 */
public class RunsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RunsUnavailableException(SQLException cause) {
    super("the table of runs could not be used: " + cause.getMessage(), cause);
  }
}
