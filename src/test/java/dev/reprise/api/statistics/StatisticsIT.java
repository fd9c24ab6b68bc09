package dev.reprise.api.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StatisticsIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void countsARunThatHasEnded() {
    long before = statistics("").path("all").path("sums").path("completed").asLong();
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              JsonNode all = statistics("").path("all");
              assertThat(all.path("sums").path("completed").asLong()).isGreaterThan(before);
              assertThat(all.path("medianMillis").asLong()).isPositive();
            });
    JsonNode statistics = statistics("");
    assertThat(statistics.path("stepSeconds").asLong()).isEqualTo(3600);
    assertThat(statistics.path("steps")).hasSizeBetween(25, 26);
    assertThat(statistics.path("agents")).anyMatch(it -> it.path("name").asText().equals("quick"));
    assertThat(statistics.path("users"))
        .anyMatch(it -> it.path("name").asText().equals("operator"));
  }

  @Test
  void refusesATimeThatIsNone() {
    for (String query :
        List.of(
            "from=yesterday",
            "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
            "from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
            "to=+1000000000-01-01T00:00:00Z")) {
      OPERATOR.get("statistics?" + query).isProblem(ProblemType.INVALID_PARAMETER);
    }
  }

  private static JsonNode statistics(String query) {
    return OPERATOR.get("statistics" + query).body();
  }
}
