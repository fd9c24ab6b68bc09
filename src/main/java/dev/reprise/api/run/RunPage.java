package dev.reprise.api.run;

import java.util.List;
import java.util.Optional;

/**
 * A page of runs, newest first.
 *
 * @param nextCursor asks for the page behind this one; absent on the last
 */
public record RunPage(List<RunView> items, Optional<String> nextCursor) {
  public RunPage {
    items = List.copyOf(items);
  }
}
