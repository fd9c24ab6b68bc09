package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients find the runs that they look for. */
class RunListIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void runsAreFoundByWhenTheyWereCreated() {
    UUID run = OPERATOR.submit("quick");
    String created = OPERATOR.get("runs/" + run).body().path("createdAt").asText();

    assertThat(ids("runs?createdAfter=" + created)).contains(run.toString());
    assertThat(ids("runs?limit=200&createdBefore=" + created)).doesNotContain(run.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"waitingFor=tea", "createdAfter=today", "createdBefore=1"})
  void refusesWhatNoRunCanMatch(String query) {
    OPERATOR.get("runs?" + query).isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void runsAreCountedByStatus() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    JsonNode counts = OPERATOR.get("run-counts?agent=quick").body().path("items");

    assertThat(counts)
        .filteredOn(count -> count.path("status").asText().equals("COMPLETED"))
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.path("count").asInt()).isPositive();
              assertThat(count.path("orMore").asBoolean()).isFalse();
            });
    assertThat(OPERATOR.get("run-counts?agent=never-submitted").body().path("items"))
        .isNotEmpty()
        .allSatisfy(count -> assertThat(count.path("count").asInt()).isZero());
  }

  @Test
  void aProblemNamesTheRunThatItIsAbout() {
    UUID none = UUID.randomUUID();

    var answer = OPERATOR.post("runs/%s:pause".formatted(none), "{}");

    answer.isProblem(ProblemType.NOT_FOUND);
    assertThat(answer.body().path("runId").asText()).isEqualTo(none.toString());
    assertThat(OPERATOR.get("runs?status=x").body().has("runId")).isFalse();
  }

  private static Iterable<String> ids(String path) {
    return OPERATOR.get(path).body().path("items").findValuesAsText("id");
  }
}
