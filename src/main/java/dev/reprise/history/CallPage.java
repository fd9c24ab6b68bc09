package dev.reprise.history;

import java.util.List;
import java.util.Optional;

/**
 * Tool calls of a run, those of the newest reply first.
 *
 * @param next where the next page begins; empty on the last one
 */
public record CallPage(List<CallEntry> calls, Optional<CallPlace> next) {

  public CallPage {
    calls = List.copyOf(calls);
  }
}
