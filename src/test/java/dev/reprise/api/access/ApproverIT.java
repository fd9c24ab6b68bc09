package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may approve calls, and who may do nothing else. */
class ApproverIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client APPROVER = new Client("approver");

  /** Of a tenant in which the submitter of a run may not approve its calls. */
  private static final Client SUBMITTER = new Client("bo@beta");

  private static final Client OTHER = new Client("eve@beta");

  @Test
  void anApproverDecidesAndDirectsNothing() {
    UUID run = waiting(OPERATOR);

    APPROVER
        .post("runs", Client.submission("same-ids", "{}", "test"))
        .isProblem(ProblemType.FORBIDDEN);
    APPROVER
        .post("runs/" + run + ":steer", "{\"message\": \"Stop.\"}")
        .isProblem(ProblemType.FORBIDDEN);
    APPROVER.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.FORBIDDEN);
    assertThat(approve(APPROVER, run)).isEqualTo(202);
    assertIsRecorded(run);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  private static void assertIsRecorded(UUID run) {
    JsonNode approved =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> new Client("viewer").get("runs/" + run + "/approvals").body().path("items"),
                items -> items.path(0).path("userApproved").asBoolean())
            .path(0);
    assertThat(approved.path("tool").asText()).isEqualTo("write_file");
    assertThat(approved.path("autoApproved").asBoolean()).isFalse();
    assertThat(approved.path("history").findValuesAsText("kind"))
        .containsExactly("ASKED_TO_APPROVE", "APPROVED");
    assertThat(approved.path("history").path(1).path("by").asText()).isEqualTo("approver");
  }

  @Test
  void theSubmitterMayNotApproveIfTheTenantSaysSo() {
    UUID run = waiting(SUBMITTER);

    SUBMITTER
        .post(
            "runs/" + run + "/tool-calls/call-1:approve", "{" + SUBMITTER.seen(run, "call-1") + "}")
        .isProblem(ProblemType.FORBIDDEN);
    assertThat(SUBMITTER.status(run)).isEqualTo("WAITING");
    JsonNode call = OTHER.get("runs/" + run + "/tool-calls").body().path("items").path(0);
    assertThat(call.path("approval").path("notBy"))
        .as("which people see before")
        .isEqualTo(Json.read("[\"bo@beta\"]"));
    assertThat(call.path("mayDecide"))
        .isEqualTo(
            Json.read("{\"role\": \"approver\", \"notBy\": [\"bo@beta\"], \"peopleOnly\": true}"));
    assertThat(approve(OTHER, run)).isEqualTo(202);
    SUBMITTER.post("runs/" + run + ":cancel", "{}");
  }

  private static int approve(Client person, UUID run) {
    return person
        .post("runs/" + run + "/tool-calls/call-1:approve", "{" + person.seen(run, "call-1") + "}")
        .status();
  }

  private static UUID waiting(Client submitter) {
    UUID run = submitter.submit("same-ids");
    await().atMost(Duration.ofSeconds(30)).until(() -> submitter.status(run).equals("WAITING"));
    return run;
  }
}
