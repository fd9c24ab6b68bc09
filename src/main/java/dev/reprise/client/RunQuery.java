package dev.reprise.client;

import java.util.Optional;

/**
 * Which runs a list has, the newest first.
 *
 * @param cursor where the page begins: {@link Page#next} of the page before
 */
public record RunQuery(
    Optional<String> agent, Optional<RunStatus> status, int limit, Optional<String> cursor) {

  /** The first page of all runs. */
  public static final RunQuery ALL =
      new RunQuery(Optional.empty(), Optional.empty(), 50, Optional.empty());

  /** Returns the query for the page that begins there. */
  public RunQuery at(String next) {
    return new RunQuery(agent, status, limit, Optional.of(next));
  }
}
