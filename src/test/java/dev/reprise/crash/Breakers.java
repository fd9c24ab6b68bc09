package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.stream.StreamSupport;

/** The breakers of a server, as its operators see them. */
final class Breakers {

  private Breakers() {}

  /** Returns the breaker with a key such as {@code tool/faulty}. */
  static JsonNode of(Site site, String key) {
    var items = site.runs().http().get("api/v1/breakers").path("items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(it -> key.equals(it.path("kind").asText() + "/" + it.path("name").asText()))
        .findFirst()
        .orElseThrow();
  }

  /** Closes a breaker, as an operator does. */
  static void reset(Site site, String key) {
    String path = "api/v1/breakers/%s:reset".formatted(key);
    assertThat(
            site.runs()
                .http()
                .change("POST", path, JsonNodeFactory.instance.objectNode())
                .path("state")
                .asText())
        .isEqualTo("CLOSED");
  }
}
