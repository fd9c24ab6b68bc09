package dev.reprise.definition;

import java.sql.SQLException;

/** The database did not store or list versions of agents. A retry may succeed. */
public class AgentsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AgentsUnavailableException(SQLException cause) {
    super("the table of agents cannot be used: " + cause.getMessage(), cause);
  }
}
