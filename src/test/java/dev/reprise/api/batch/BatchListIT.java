package dev.reprise.api.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What clients see of the list of batches. */
class BatchListIT {

  private static final Client ADMIN = new Client("admin");

  @Test
  void theNextPageFollowsABatchThatWasErased() {
    String first = ended();
    String second = ended();
    JsonNode page = ADMIN.get("batches?limit=1").body();
    assertThat(page.at("/items/0/id").asText()).isEqualTo(second);

    assertThat(Client.send(ADMIN.request("batches/" + second).DELETE()).status()).isEqualTo(204);
    var next = ADMIN.get("batches?limit=1&cursor=" + page.path("nextCursor").asText());

    assertThat(next.status()).as("%s", next.body()).isEqualTo(200);
    assertThat(next.body().at("/items/0/id").asText()).isEqualTo(first);
  }

  private static String ended() {
    String body =
        """
        {"agent": "quick", "workspace": "test",
         "source": {"lines": "{\\"topic\\": \\"tea\\", \\"author\\": {\\"name\\": \\"Ana\\"}}"}}
        """;
    String id = ADMIN.post("batches", body).body().path("id").asText();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ADMIN.get("batches/" + id).body().path("status").asText().equals("COMPLETED"));
    return id;
  }
}
