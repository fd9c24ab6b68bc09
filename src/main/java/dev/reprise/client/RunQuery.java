package dev.reprise.client;

import java.util.Optional;

/**
 * A page of a list of runs.
 *
 * @param oldestFirst whether the oldest runs come first, instead of the newest
 * @param cursor where the page begins: {@link Page#next} of the page before
 */
public record RunQuery(RunFilter filter, boolean oldestFirst, int limit, Optional<String> cursor) {

  /** The first page of all runs. */
  public static final RunQuery ALL = new RunQuery(RunFilter.ALL, false, 50, Optional.empty());

  /** Returns the query for the page that begins there. */
  public RunQuery at(String next) {
    return new RunQuery(filter, oldestFirst, limit, Optional.of(next));
  }
}
