package dev.reprise.api.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.List;

/**
 * What a schedule would do.
 *
 * @param definition with the defaults of what the request left out
 * @param next the first due times, at most five
 * @param input of the first run; the id of its firing is not known yet
 */
public record SchedulePreview(ScheduleRequest definition, List<Instant> next, JsonNode input) {
  public SchedulePreview {
    next = List.copyOf(next);
  }

  static SchedulePreview of(ScheduleDefinition definition, Instant now) {
    List<Instant> next = definition.recurrence().next(now, ScheduleView.SHOWN);
    return new SchedulePreview(
        ScheduleRequest.of(definition),
        next,
        Json.read(ScheduleValidator.example(definition, next.getFirst()).text()));
  }
}
