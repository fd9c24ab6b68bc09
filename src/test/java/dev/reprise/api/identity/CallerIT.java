package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import org.junit.jupiter.api.Test;

/** Callers learn who they are. */
class CallerIT {

  @Test
  void hasTheNameTheTenantAndTheRoles() {
    JsonNode caller = new Client("eve@beta").get("caller").body();

    assertThat(caller.path("name").asText()).isEqualTo("eve@beta");
    assertThat(caller.path("tenant").asText()).isEqualTo("beta");
    assertThat(caller.path("roles")).extracting(JsonNode::asText).contains("admin");
  }
}
