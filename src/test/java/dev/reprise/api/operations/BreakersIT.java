package dev.reprise.api.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Viewers see breakers and paused quotas, operators close and end them. */
class BreakersIT {

  private static final Client VIEWER = new Client("viewer");
  private static final Client OPERATOR = new Client("operator");

  @Test
  void areListedForAllProvidersAndToolsBeforeTheyEverOpen() {
    var answer = VIEWER.get("breakers");

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    var items = answer.body().path("items");
    assertThat(items.findValuesAsText("name")).contains("scripted", "read_file");
    assertThat(items.findValuesAsText("name")).doesNotContain("wait_until");
    assertThat(items.get(0).path("kind").asText()).isEqualTo("model");
    assertThat(items.get(0).path("state").asText()).isEqualTo("CLOSED");
    assertThat(items.get(0).has("until")).isFalse();
  }

  @Test
  void areResetByOperatorsAsOftenAsTheyLike() {
    for (int i = 0; i < 2; i++) {
      var answer = OPERATOR.post("breakers/tool/count_lines:reset", "");
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
      assertThat(answer.body().path("name").asText()).isEqualTo("count_lines");
      assertThat(answer.body().path("state").asText()).isEqualTo("CLOSED");
    }

    VIEWER.post("breakers/tool/count_lines:reset", "").isProblem(ProblemType.FORBIDDEN);
    OPERATOR.post("breakers/tool/nothing:reset", "").isProblem(ProblemType.NOT_FOUND);
    OPERATOR.post("breakers/model/count_lines:reset", "").isProblem(ProblemType.NOT_FOUND);
    OPERATOR.post("breakers/engine/scripted:reset", "").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void pausesAreSeenAndEndedByTheirTenantAlone() {
    var acme = new Client("ana@acme");
    var beta = new Client("bo@beta");
    String address = "quotas/scripted/org/limited:1:resume";
    acme.submit("limited");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> acme.get("quotas").body().path("items").size(), size -> size == 1);

    var pause = acme.get("quotas").body().path("items").get(0);
    assertThat(pause.path("provider").asText()).isEqualTo("scripted");
    assertThat(pause.path("model").asText()).isEqualTo("org/limited:1");
    assertThat(Instant.parse(pause.path("pausedUntil").asText())).isAfter(Instant.EPOCH);
    assertThat(beta.get("quotas").body().path("items")).isEmpty();
    beta.post(address, "").isProblem(ProblemType.NOT_FOUND);
    VIEWER.post(address, "").isProblem(ProblemType.FORBIDDEN);

    assertThat(acme.post(address, "").status()).isEqualTo(204);
    assertThat(acme.get("quotas").body().path("items")).isEmpty();
    acme.post(address, "").isProblem(ProblemType.NOT_FOUND);
  }
}
