package dev.reprise.api.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.List;

/**
 * What a schedule would be.
 *
 * @param definition in full, with what the request left out
 * @param next when it would be due, at most five times
 * @param input of the first of these runs; its firing's id is not known yet
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
