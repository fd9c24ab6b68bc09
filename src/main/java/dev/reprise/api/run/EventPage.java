package dev.reprise.api.run;

import java.util.List;

/**
 * Events of a run, in order.
 *
 * @param nextAfter where reading goes on: pass it as {@code after}
 */
public record EventPage(List<EventView> items, long nextAfter) {
  public EventPage {
    items = List.copyOf(items);
  }
}
