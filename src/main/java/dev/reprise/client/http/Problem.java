package dev.reprise.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Why a server refused a request (RFC 9457).
 *
 * @param code the type of the problem, such as {@code not-found}; empty if the answer was not a
 *     problem
 * @param errors each fault of the request
 * @param retryAfter how long to wait before the request is sent again
 */
public record Problem(
    int status,
    String code,
    String detail,
    List<FieldError> errors,
    Optional<Duration> retryAfter) {

  public Problem {
    errors = List.copyOf(errors);
  }

  /**
   * A fault of a request, and where it is.
   *
   * @param place its line and column in the text of a document; empty if the request has none
   */
  public record FieldError(String path, String message, Optional<Place> place) {

    private static FieldError of(JsonNode error) {
      JsonNode place = error.path("place");
      return new FieldError(
          error.path("path").asText(),
          error.path("message").asText(),
          place.isObject()
              ? Optional.of(new Place(place.path("line").asInt(), place.path("column").asInt()))
              : Optional.empty());
    }
  }

  /** A place in a text; both count from 1. */
  public record Place(int line, int column) {}

  static Problem of(int status, JsonNode body, Optional<Duration> retryAfter) {
    return new Problem(
        status,
        body.path("code").asText(),
        body.path("detail").asText(),
        StreamSupport.stream(body.path("errors").spliterator(), false).map(FieldError::of).toList(),
        retryAfter);
  }
}
