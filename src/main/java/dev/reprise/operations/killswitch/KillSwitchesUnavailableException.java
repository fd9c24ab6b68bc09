package dev.reprise.operations.killswitch;

import java.sql.SQLException;

/**
 * The database failed. Nothing was changed, unless an {@link
 * dev.reprise.platform.jdbc.InDoubtException} is among its causes.
 */
public class KillSwitchesUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KillSwitchesUnavailableException(SQLException cause) {
    super("the kill switches cannot be read or written", cause);
  }
}
