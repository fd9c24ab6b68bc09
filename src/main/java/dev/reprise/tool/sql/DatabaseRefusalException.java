package dev.reprise.tool.sql;

import dev.reprise.tool.ToolException;

/** The database refuses a query, for example because a table or column does not exist. */
final class DatabaseRefusalException extends Exception {

  private static final String CODE = "sql_error";

  private final String state;

  /**
   * @param state the SQLState
   * @param words of the database
   */
  DatabaseRefusalException(String state, String words) {
    super("SQLState %s: %s".formatted(state, words));
    this.state = state;
  }

  /**
   * Returns it with the database's own words. A model needs them to correct its query, and they say
   * no more than that its next query may ask for: what tables and columns there are.
   */
  ToolException forModel() {
    return new ToolException(CODE, String.valueOf(getMessage()));
  }

  /** Returns it without the database's words, for people who only submit work. */
  ToolException inBrief() {
    return new ToolException(CODE, "the database refuses the query (SQLState %s)".formatted(state));
  }
}
