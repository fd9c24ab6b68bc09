package dev.reprise.api.schedule;

import java.util.List;
import java.util.Optional;

/**
 * A page of schedules, by name.
 *
 * @param nextCursor asks for the page behind this one; absent on the last
 */
public record SchedulePage(List<ScheduleView> items, Optional<String> nextCursor) {
  public SchedulePage {
    items = List.copyOf(items);
  }
}
