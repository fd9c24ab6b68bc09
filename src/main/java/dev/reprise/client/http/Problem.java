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

  /** A fault of a request, and where it is. */
  public record FieldError(String path, String message) {}

  static Problem of(int status, JsonNode body, Optional<Duration> retryAfter) {
    return new Problem(
        status,
        body.path("code").asText(),
        body.path("detail").asText(),
        StreamSupport.stream(body.path("errors").spliterator(), false)
            .map(it -> new FieldError(it.path("path").asText(), it.path("message").asText()))
            .toList(),
        retryAfter);
  }
}
