package dev.reprise.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.SecretResponse;
import dev.reprise.api.identity.ApiKey;
import dev.reprise.platform.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is stored of the answer that shows a new key. */
class ApiKeyViewTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  @Test
  void allButItsSecretMayBeStored() {
    var shown =
        new ApiKeyView(
            UUID.randomUUID(),
            "import",
            List.of("viewer"),
            Optional.of("rpk_secret"),
            new ApiKey.Mark("ana", NOW),
            NOW.plusSeconds(60),
            Optional.empty(),
            Optional.empty());

    ObjectNode stored = json(SecretResponse.storable(shown));

    assertThat(stored.has("key")).isFalse();
    assertThat(stored.put("key", "rpk_secret")).isEqualTo(json(shown));
  }

  private static ObjectNode json(Object view) {
    return (ObjectNode) Json.read(new String(ApiJson.bytes(view), UTF_8));
  }
}
