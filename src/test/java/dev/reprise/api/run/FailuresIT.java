package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class FailuresIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void aGroupLeadsToItsRuns() {
    UUID run = OPERATOR.submit("short-of-turns");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("FAILED"));

    JsonNode group =
        StreamSupport.stream(OPERATOR.get("failures").body().path("items").spliterator(), false)
            .filter(it -> it.path("agent").asText().equals("short-of-turns"))
            .findFirst()
            .orElseThrow();
    assertThat(group.path("message").asText()).isNotEmpty();
    assertThat(group.path("count").asLong()).isPositive();

    JsonNode list = OPERATOR.get("runs?failureGroup=" + group.path("failureGroup").asText()).body();
    assertThat(list.path("items")).anyMatch(it -> it.path("id").asText().equals(run.toString()));
    JsonNode preview =
        OPERATOR
            .post(
                "bulk",
                "{\"act\": \"RETRY\", \"filter\": {\"failureGroup\": \"%s\"}}"
                    .formatted(group.path("failureGroup").asText()))
            .body();
    assertThat(preview.path("matching").asLong()).isEqualTo(list.path("items").size());
  }

  @Test
  void whatIsNoGroupIsRefused() {
    OPERATOR.get("runs?failureGroup=timeout").isProblem(ProblemType.INVALID_PARAMETER);
    OPERATOR
        .post("bulk", "{\"act\": \"RETRY\", \"filter\": {\"failureGroup\": \"timeout\"}}")
        .isProblem(ProblemType.INVALID_VALUE);
    for (String query : List.of("endedAfter=yesterday", "endedBefore=1", "agent=A")) {
      OPERATOR.get("failures?" + query).isProblem(ProblemType.INVALID_PARAMETER);
    }
  }
}
