package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a health endpoint of a server says.
 *
 * @param clockDifference by how much the server's clock is ahead of this machine's; empty if the
 *     server does not tell the time
 * @param certificateUntil when the first certificate of the server's chain ends; empty without TLS
 */
record HealthReport(
    JsonNode answer, Optional<Duration> clockDifference, Optional<Instant> certificateUntil) {

  /** Returns the check of this name; {@link #isUp} and {@link #data} take it. */
  private JsonNode check(String name) {
    for (JsonNode check : answer.path("checks")) {
      if (check.path("name").asText().equals(name)) {
        return check;
      }
    }
    return MissingNode.getInstance();
  }

  boolean isUp(String check) {
    return check(check).path("status").asText().equals("UP");
  }

  /** Returns a value that a check shows, or an empty text. */
  String data(String check, String name) {
    return check(check).path("data").path(name).asText();
  }
}
