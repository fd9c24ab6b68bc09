package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A schedule.
 *
 * @param status such as {@code ACTIVE}
 * @param json all that the server shows of it
 */
public record Schedule(String name, String status, JsonNode json) {

  static Schedule of(JsonNode json) {
    return new Schedule(json.path("name").asText(), json.path("status").asText(), json);
  }
}
