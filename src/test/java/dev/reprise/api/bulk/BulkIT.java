package dev.reprise.api.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People act on many runs, see first what that means, and get a receipt. */
class BulkIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN = new Client("admin");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String label = "bulk " + UUID.randomUUID();

  @Test
  void pausesResumesAndCancelsRuns() {
    List<UUID> runs = submitted("waits-long", 3, "WAITING");

    JsonNode preview = preview("PAUSE");
    assertThat(preview.path("matching").asInt()).isEqualTo(3);
    assertThat(preview.path("runs").asInt()).isEqualTo(3);
    assertThat(preview.path("byStatus").path("WAITING").asInt()).isEqualTo(3);
    assertThat(preview.path("first")).hasSize(3);
    assertThat(preview.has("expectedUsd")).isFalse();
    assertThat(runs)
        .extracting(OPERATOR::status)
        .as("a preview changes nothing")
        .containsOnly("WAITING");

    JsonNode paused = completed(carriedOut(OPERATOR, "PAUSE", preview));
    assertThat(paused.path("runs").path("succeeded").asInt()).isEqualTo(3);
    assertThat(paused.path("by").asText()).isEqualTo("operator");
    assertThat(runs).extracting(OPERATOR::status).containsOnly("PAUSED");

    completed(carriedOut(OPERATOR, "RESUME", preview("RESUME")));
    assertThat(runs).extracting(OPERATOR::status).doesNotContain("PAUSED");
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(runs).extracting(OPERATOR::status).containsOnly("CANCELLED"));
    assertThat(preview("CANCEL").path("runs").asInt()).isZero();
    assertThat(preview("CANCEL").path("matching").asInt()).isEqualTo(3);
  }

  @Test
  void approvesTheCallsThatWait() {
    List<UUID> runs = submitted("same-ids", 2, "WAITING");

    var approver = new Client("approver");
    JsonNode preview = preview(approver, "APPROVE", filter());
    assertThat(preview.path("runs").asInt()).isEqualTo(2);
    completed(carriedOut(approver, "APPROVE", preview));

    for (UUID run : runs) {
      await().atMost(PATIENCE).until(() -> event(run, "tool-call.completed").isObject());
      JsonNode decided = event(run, "tool-call.decided");
      assertThat(decided.path("approved").asBoolean()).isTrue();
      assertThat(decided.path("by").asText()).isEqualTo("approver");
      assertThat(decided.path("reason").asText()).isEqualTo("the drill");
    }
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
  }

  @Test
  void aReceiptSaysWhatWasRefusedWhichIsTriedAgain() {
    List<UUID> runs = submitted("quick", 2, "COMPLETED");
    UUID forked = runs.getFirst();
    String fork =
        OPERATOR
            .post("runs/%s:fork".formatted(forked), "{\"sequence\": 4}")
            .body()
            .path("id")
            .asText();
    await()
        .atMost(PATIENCE)
        .until(() -> OPERATOR.status(UUID.fromString(fork)).equals("COMPLETED"));
    String filter =
        "{\"labels\": {\"of\": \"%s\"}, \"createdBefore\": \"%s\"}"
            .formatted(label, OPERATOR.get("runs/" + fork).body().path("createdAt").asText());

    String id = carriedOut(ADMIN, "ERASE", filter, preview(ADMIN, "ERASE", filter));
    JsonNode first = completed(id);
    assertThat(first.path("runs").path("succeeded").asInt()).isEqualTo(1);
    assertThat(first.path("runs").path("failed").asInt()).isEqualTo(1);
    assertThat(OPERATOR.get("bulk/" + id + "/items?status=FAILED").body().path("items"))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.path("run").asText()).isEqualTo(forked.toString());
              assertThat(item.path("code").asText()).isEqualTo("run-has-forks");
              assertThat(item.path("detail").asText()).contains(forked.toString());
            });
    assertThat(OPERATOR.get("runs/" + runs.getLast()).status()).isEqualTo(404);

    Client.send(ADMIN.request("runs/" + fork).DELETE());
    assertThat(ADMIN.post("bulk/" + id + ":retry-failed", "{}").status()).isEqualTo(202);
    JsonNode again = completed(id);
    assertThat(again.path("runs").path("succeeded").asInt()).isEqualTo(2);
    assertThat(OPERATOR.get("runs/" + forked).status()).isEqualTo(404);
    ADMIN.post("bulk/" + id + ":retry-failed", "{}").isProblem(ProblemType.NOTHING_TO_RETRY);
    ADMIN.post("bulk/" + id + ":cancel", "{}").isProblem(ProblemType.BULK_ENDED);
    JsonNode page = OPERATOR.get("bulk/" + id + "/items?limit=1").body();
    assertThat(
            OPERATOR
                .get("bulk/%s/items?cursor=%s".formatted(id, page.path("nextCursor").asText()))
                .body()
                .path("items"))
        .hasSize(1);
    assertThat(OPERATOR.get("bulk").body().path("items").findValuesAsText("id")).contains(id);
  }

  @Test
  void isDoneToExactlyTheRunsOfThePreview() {
    List<UUID> shown = submitted("waits-long", 2, "WAITING");
    JsonNode preview = preview("PAUSE");
    UUID late = submitted("waits-long", 1, "WAITING").getFirst();
    assertThat(OPERATOR.get("bulk/%s/items".formatted(id(preview))).body().path("items"))
        .extracting(item -> UUID.fromString(item.path("run").asText()))
        .containsExactlyInAnyOrderElementsOf(shown);

    String id = carriedOut(OPERATOR, "PAUSE", preview);
    assertThat(carriedOut(OPERATOR, "PAUSE", preview)).as("the same once more").isEqualTo(id);

    assertThat(completed(id).path("runs").path("total").asInt()).isEqualTo(2);
    assertThat(shown).extracting(OPERATOR::status).containsOnly("PAUSED");
    assertThat(OPERATOR.status(late)).isEqualTo("WAITING");
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
  }

  @Test
  void aPreviewIsThatOfItsPersonActAndFilter() {
    submitted("waits-long", 1, "WAITING");
    JsonNode preview = preview("CANCEL");
    for (String refused :
        List.of(
            body("PAUSE", filter(), preview).toString(),
            body("CANCEL", "{\"agent\": \"waits-long\"}", preview).toString(),
            body("CANCEL", filter(), preview)
                .put("preview", UUID.randomUUID().toString())
                .toString(),
            body("CANCEL", filter(), preview)
                .put("preview", "2026-11-28T03:00:00.000Z/999999999/" + "0".repeat(64))
                .toString())) {
      OPERATOR.post("bulk", refused).isProblem(ProblemType.INVALID_VALUE);
    }
    ADMIN
        .post("bulk", body("CANCEL", filter(), preview).toString())
        .isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post("bulk/" + id(preview) + ":cancel", "{}").isProblem(ProblemType.NOT_FOUND);
    completed(carriedOut(OPERATOR, "CANCEL", preview));
  }

  /** Neither the order nor another try of it approves a call that no one saw. */
  @Test
  void approvesNoCallThatThePreviewDidNotShow() {
    UUID run = submitted("same-ids", 1, "WAITING").getFirst();
    JsonNode preview = preview("APPROVE");
    JsonNode first = openCall(run);
    assertThat(
            OPERATOR
                .post(
                    "runs/%s/tool-calls/%s:approve".formatted(run, first.path("id").asText()),
                    "{\"call\": {\"phase\": \"write\", \"iteration\": 1, \"digest\": %s}}"
                        .formatted(first.path("digest")))
                .status())
        .isEqualTo(202);
    await().atMost(PATIENCE).until(() -> openCall(run).path("tool").asText().equals("delete_file"));
    JsonNode second = openCall(run);

    String id = carriedOut(OPERATOR, "APPROVE", preview);
    assertThat(completed(id).path("runs").path("failed").asInt()).isEqualTo(1);
    assertThat(OPERATOR.get("bulk/" + id + "/items").body().path("items"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("code").asText()).isEqualTo("precondition-failed"));
    assertThat(OPERATOR.post("bulk/" + id + ":retry-failed", "{}").status()).isEqualTo(202);
    assertThat(completed(id).path("runs").path("failed").asInt()).isEqualTo(1);
    assertThat(openCall(run)).isEqualTo(second);
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
  }

  @Test
  void nothingIsDoneForAKeyThatIsRevoked() {
    List<UUID> runs = submitted("waits-long", 45, "WAITING"); // more than are begun at once
    JsonNode key =
        ADMIN.post("api-keys", "{\"name\": \"leaver\", \"roles\": [\"operator\"]}").body();
    JsonNode preview =
        withKey(key, "{\"act\": \"PAUSE\", \"filter\": %s}".formatted(filter())).body();
    Answer ordered = withKey(key, body("PAUSE", filter(), preview).toString());
    assertThat(ordered.status()).as("%s", ordered.body()).isEqualTo(202);
    ADMIN.post("api-keys/" + key.path("id").asText() + ":revoke", "");

    String id = ordered.body().path("id").asText();
    JsonNode counts = completed(id).path("runs");
    assertThat(counts.path("failed").asInt()).isPositive();
    assertThat(OPERATOR.get("bulk/" + id + "/items?status=FAILED").body().path("items"))
        .allSatisfy(
            item -> {
              assertThat(item.path("code").asText()).isEqualTo("forbidden");
              assertThat(item.path("detail").asText()).contains("api-key:leaver");
            });
    assertThat(runs.stream().filter(run -> OPERATOR.status(run).equals("PAUSED")))
        .hasSize(counts.path("succeeded").asInt());
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
  }

  @ParameterizedTest
  @CsvSource({"approver, CANCEL", "approver, RETRY", "operator, ERASE"})
  void needsTheRoleOfItsAct(String user, String act) {
    new Client(user)
        .post("bulk", "{\"act\": \"%s\", \"filter\": {}}".formatted(act))
        .isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void isDoneToRunsThatAreNamed() {
    List<UUID> runs = submitted("waits-long", 2, "WAITING");
    String named = "{\"runs\": [\"%s\", \"%s\"]}".formatted(runs.getFirst(), UUID.randomUUID());

    JsonNode preview = preview(OPERATOR, "CANCEL", named);
    assertThat(preview.path("matching").asInt()).isEqualTo(1);
    completed(carriedOut(OPERATOR, "CANCEL", named, preview));

    assertThat(runs).extracting(OPERATOR::status).containsExactly("CANCELLED", "WAITING");
    completed(carriedOut(OPERATOR, "CANCEL", preview("CANCEL")));
    OPERATOR
        .post(
            "bulk",
            "{\"act\": \"CANCEL\", \"filter\": {\"agent\": \"quick\", \"runs\": [\"%s\"]}}"
                .formatted(runs.getFirst()))
        .isProblem(ProblemType.INVALID_VALUE);
  }

  @Test
  void anErasureNeedsAReason() {
    ObjectNode body = body("ERASE", filter(), preview(ADMIN, "ERASE", filter()));
    body.remove("reason");

    ADMIN.post("bulk", body.toString()).isProblem(ProblemType.INVALID_VALUE);
  }

  private static Answer withKey(JsonNode key, String body) {
    return Client.send(
        HttpRequest.newBuilder(Client.uri("bulk"))
            .header("Authorization", "Bearer " + key.path("key").asText())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static JsonNode openCall(UUID run) {
    return OPERATOR.get("runs/" + run + "/tool-calls").body().path("items").path(0);
  }

  private static String id(JsonNode preview) {
    return preview.path("preview").asText();
  }

  private List<UUID> submitted(String agent, int runs, String status) {
    String submission =
        Client.submission(agent, "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}", "test")
            .replaceFirst("\\{", "{\"labels\": {\"of\": \"%s\"}, ".formatted(label));
    List<UUID> ids =
        Stream.generate(() -> OPERATOR.post("runs", submission).body().path("id").asText())
            .limit(runs)
            .map(UUID::fromString)
            .toList();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(ids).extracting(OPERATOR::status).containsOnly(status));
    return ids;
  }

  private String filter() {
    return "{\"labels\": {\"of\": \"%s\"}}".formatted(label);
  }

  private JsonNode preview(String act) {
    return preview(OPERATOR, act, filter());
  }

  private static JsonNode preview(Client client, String act, String filter) {
    Answer answer = client.post("bulk", "{\"act\": \"%s\", \"filter\": %s}".formatted(act, filter));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer.body();
  }

  private String carriedOut(Client client, String act, JsonNode preview) {
    return carriedOut(client, act, filter(), preview);
  }

  private static String carriedOut(Client client, String act, String filter, JsonNode preview) {
    Answer answer = client.post("bulk", body(act, filter, preview).toString());
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    assertThat(answer.header("Location")).endsWith("/bulk/" + answer.body().path("id").asText());
    return answer.body().path("id").asText();
  }

  private static ObjectNode body(String act, String filter, JsonNode preview) {
    var body = Json.mapper().createObjectNode();
    body.put("act", act).put("reason", "the drill");
    body.set("filter", Json.read(filter));
    body.set("preview", preview.path("preview"));
    return body;
  }

  private static JsonNode completed(String id) {
    await()
        .atMost(PATIENCE)
        .until(() -> OPERATOR.get("bulk/" + id).body().path("status").asText().equals("COMPLETED"));
    return OPERATOR.get("bulk/" + id).body();
  }

  private static JsonNode event(UUID run, String type) {
    for (JsonNode event : OPERATOR.get("runs/" + run + "/events?limit=200").body().path("items")) {
      if (event.path("type").asText().equals(type)) {
        return event.path("data");
      }
    }
    return MissingNode.getInstance();
  }
}
