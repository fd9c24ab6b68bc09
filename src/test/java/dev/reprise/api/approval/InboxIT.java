package dev.reprise.api.approval;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waits for people is found in one place. */
class InboxIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client VIEWER = new Client("viewer");
  private static final Client OTHER_TENANT = new Client("eve@beta");

  private final List<UUID> runs = new ArrayList<>();

  @AfterEach
  void cancel() {
    runs.forEach(run -> OPERATOR.post("runs/" + run + ":cancel", "{}"));
  }

  @Test
  void showsEachRunWithTheCallsThatWait() {
    UUID run = waiting();

    JsonNode item = item(VIEWER, "approvals?limit=200", run).orElseThrow();

    assertThat(item.path("agent").asText()).isEqualTo("same-ids");
    assertThat(item.path("submittedBy").asText()).isEqualTo("operator");
    assertThat(item.path("waitingFor").asText()).isEqualTo("approval");
    JsonNode call = item.path("calls").path(0);
    assertThat(item.path("calls")).hasSize(1);
    assertThat(call.path("asking").asText()).isEqualTo("APPROVAL");
    assertThat(call.path("until").asText()).isNotEmpty();
    assertThat(
            OPERATOR
                .post("runs/" + run + "/tool-calls/call-1:approve", "{" + Client.seen(call) + "}")
                .status())
        .as("it has what a decision must name")
        .isEqualTo(202);
  }

  @Test
  void filtersAndCountsByWhatRunsWaitFor() {
    UUID run = waiting();

    assertThat(item(VIEWER, "approvals?limit=200&waitingFor=approval", run)).isPresent();
    assertThat(item(VIEWER, "approvals?limit=200&waitingFor=answer", run)).isEmpty();
    JsonNode counts = VIEWER.get("approvals?waitingFor=answer").body().path("counts");
    assertThat(counts.path("approval").asInt()).isPositive();
    assertThat(
            VIEWER
                .get("approvals?waitingFor=timer")
                .isProblem(ProblemType.INVALID_PARAMETER)
                .body())
        .asString()
        .contains("approval, answer, reconciliation, loop, migration, budget");
  }

  @Test
  void filtersByAgentSubmitterAndAssignee() {
    UUID run = waiting();
    UUID passedOn = waiting();
    OPERATOR.post(
        "runs/" + passedOn + "/tool-calls/call-1:delegate",
        "{" + OPERATOR.seen(passedOn, "call-1") + ", \"to\": \"viewer\"}");

    assertThat(shown("agent=same-ids")).contains(run, passedOn);
    assertThat(shown("agent=quick")).doesNotContain(run);
    assertThat(shown("submittedBy=operator")).contains(run);
    assertThat(shown("submittedBy=me")).as("the viewer's").doesNotContain(run);
    assertThat(shown("assignedTo=me")).contains(passedOn).doesNotContain(run);
    assertThat(shown("assignedTo=viewer&agent=same-ids&waitingFor=approval"))
        .contains(passedOn)
        .doesNotContain(run);
    assertThat(shown("assignedTo=bob")).isEmpty();
    assertThat(
            VIEWER.get("approvals?assignedTo=bob").body().path("counts").path("approval").asInt())
        .as("whatever the filter")
        .isGreaterThan(1);
    JsonNode decides =
        item(VIEWER, "approvals?limit=200&assignedTo=me", passedOn)
            .orElseThrow()
            .path("calls")
            .path(0)
            .path("mayDecide");
    assertThat(decides)
        .isEqualTo(
            Json.read(
                "{\"role\": \"approver\", \"only\": \"viewer\", \"notBy\": [], \"peopleOnly\": false}"));
  }

  private static List<UUID> shown(String filter) {
    return stream(
            VIEWER.get("approvals?limit=200&" + filter).body().path("items").spliterator(), false)
        .map(item -> UUID.fromString(item.path("run").asText()))
        .toList();
  }

  @Test
  void showsRunsThatPausedForWantOfBudget() {
    String submission =
        """
        {"agent": "quick", "input": {"topic": "tea", "author": {"name": "Ana"}},
         "workspace": "test", "budget": {"tokens": 500}}""";
    UUID run = UUID.fromString(OPERATOR.post("runs", submission).body().path("id").asText());
    runs.add(run);
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("PAUSED"));

    JsonNode item = item(VIEWER, "approvals?limit=200&waitingFor=budget", run).orElseThrow();

    assertThat(item.path("status").asText()).isEqualTo("PAUSED");
    assertThat(item.path("budget").path("reached").path("kind").asText()).isEqualTo("RUN_TOKENS");
    assertThat(item.path("calls")).isEmpty();
    assertThat(VIEWER.get("approvals").body().path("counts").path("budget").asInt()).isPositive();
    OPERATOR.post("runs/" + run + ":resume", "{\"budget\": {\"tokens\": 100000}}");
    assertThat(item(VIEWER, "approvals?limit=200", run)).as("once it is resumed").isEmpty();
  }

  @Test
  void leavesOutRunsThatAPersonPaused() {
    UUID run = waiting();

    OPERATOR.post("runs/" + run + ":pause", "{}");

    assertThat(item(VIEWER, "approvals?limit=200", run)).isEmpty();
  }

  @Test
  void isTheTenantsOwn() {
    assertThat(item(OTHER_TENANT, "approvals?limit=200", waiting())).isEmpty();
  }

  @Test
  void goesOnPageByPage() {
    List<UUID> all = List.of(waiting(), waiting());

    List<String> seen = new ArrayList<>();
    String path = "approvals?limit=1";
    for (String cursor = ""; cursor != null; ) {
      JsonNode page = VIEWER.get(path + cursor).body();
      assertThat(page.path("items").size()).isLessThanOrEqualTo(1);
      page.path("items").forEach(item -> seen.add(item.path("run").asText()));
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asText() : null;
    }

    assertThat(seen).doesNotHaveDuplicates();
    assertThat(seen).contains(all.getFirst().toString(), all.getLast().toString());
  }

  private UUID waiting() {
    UUID run = OPERATOR.submit("same-ids");
    runs.add(run);
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("WAITING"));
    return run;
  }

  private static Optional<JsonNode> item(Client client, String path, UUID run) {
    return stream(client.get(path).body().path("items").spliterator(), false)
        .filter(item -> item.path("run").asText().equals(run.toString()))
        .findFirst();
  }
}
