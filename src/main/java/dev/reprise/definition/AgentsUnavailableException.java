package dev.reprise.definition;

import java.sql.SQLException;

/** The database did not take an agent's version; nothing was changed, and asking again may help. */
public class AgentsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AgentsUnavailableException(SQLException cause) {
    super("the table of agents could not be used: " + cause.getMessage(), cause);
  }
}
