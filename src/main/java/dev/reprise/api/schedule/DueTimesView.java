package dev.reprise.api.schedule;

import java.time.Instant;
import java.util.List;

/** When a schedule is due, in order; fewer than were asked for if there are no more. */
public record DueTimesView(List<Instant> items) {
  public DueTimesView {
    items = List.copyOf(items);
  }
}
