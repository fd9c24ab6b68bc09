package dev.reprise.api.schedule;

import java.util.List;
import java.util.Optional;

/**
 * A page of what a schedule did and has before it, newest first.
 *
 * @param nextCursor asks for the page behind this one; absent on the last
 */
public record FiringPage(List<FiringView> items, Optional<String> nextCursor) {
  public FiringPage {
    items = List.copyOf(items);
  }
}
