package dev.reprise.api.page;

import java.util.List;
import java.util.Optional;

/**
 * What a part of a run's journal says, in order.
 *
 * @param nextAfter where to continue: pass it as {@code after}; absent after the newest event
 */
public record JournalPage<T>(List<T> items, Optional<Long> nextAfter) {

  public JournalPage {
    items = List.copyOf(items);
  }
}
