package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where another person must approve, no party of a run does, and no API key. */
class FourEyesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Site site;

  /** Sends a body as a person, or with an API key. */
  private interface Sender extends BiFunction<String, JsonNode, HttpResponse<String>> {}

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    site =
        Site.named(
            "four-eyes",
            WhoMayContinueIT.options(directory)
                .withUser("bo", "operators")
                .withUser("bob", "operators")
                .withUser("ana", "submitters")
                .with("REPRISE_APPROVALS_TIMEOUT", "P1D")
                .with("REPRISE_APPROVALS_BY_SUBMITTER", "false")
                .with("REPRISE_APPROVALS_AGENT_TWICE_QUORUM", "2"));
    site.server().start();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  @Test
  void whoSubmittedItDoesNotApprove() {
    UUID run = submitted("writes", as("bo"));

    refused(run, "approve", as("bo"));
    JsonNode mayDecide = call(run).path("mayDecide");
    assertThat(mayDecide.path("notBy")).isEqualTo(Json.read("[\"bo\"]"));
    assertThat(mayDecide.path("peopleOnly").asBoolean()).isTrue();
    assertThat(delegated(run, "bo").body()).contains("must be another person");
    assertThat(json(delegated(run, "nadia"), 400).path("detail").asText())
        .isEqualTo("to must be the name under which a person logs in; 'nadia' is none");
    assertThat(delegated(run, "api-key:x").statusCode()).as("to no person").isEqualTo(400);
    accepted(run, "approve", as("bob"));
    completes(run);
  }

  @Test
  void whoWroteOrTriggeredItsScheduleDoesNotApprove() {
    ObjectNode schedule =
        body()
            .put("name", "s1")
            .put("agent", "writes")
            .put("workspace", "effects")
            .put("every", "P300D")
            .put("from", "2099-06-01T00:00:00Z");
    schedule.putObject("input");
    json(as("bo").apply("schedules", schedule), 201);
    site.runs().http().as("operator").change("PUT", "api/v1/schedules/s1", schedule);
    json(as("bob").apply("schedules/s1:trigger", body()), 202);
    UUID run =
        UUID.fromString(
            await()
                .atMost(PATIENCE)
                .until(
                    () ->
                        get("schedules/s1/firings")
                            .path("items")
                            .path(0)
                            .path("run")
                            .path("id")
                            .asText(),
                    id -> !id.isEmpty()));

    for (String party : new String[] {"bo", "operator", "bob"}) {
      refused(asking(run), "approve", as(party));
    }
    accepted(run, "approve", as("admin"));
    completes(run);
  }

  @Test
  void anApiKeyIsNoPersonAndWhoCreatedItIsAParty() throws Exception {
    Sender key = key("mine");
    Sender second = key("second");

    UUID byKey = submitted("writes", key);
    refused(byKey, "approve", as("admin"));
    refused(byKey, "approve", second);
    accepted(byKey, "approve", as("bo"));

    UUID quorum = submitted("twice", as("ana"));
    refused(quorum, "approve", key);
    accepted(quorum, "approve", as("admin"));
    refused(asking(quorum), "approve", key);
    refused(quorum, "approve", second);
    assertThat(site.runs().status(quorum)).isEqualTo("WAITING");
    accepted(quorum, "approve", as("bo"));
    completes(quorum);
  }

  @Test
  void whoDeterminedWhatItDoesDoesNotApprove() {
    UUID steered = submitted("writes", as("ana"));
    json(as("bo").apply("runs/" + steered + ":steer", body().put("message", "Now.")), 202);
    refused(steered, "approve", as("bo")); // the run has not read the message yet
    ObjectNode edit = decision(steered);
    edit.putObject("arguments").put("path", "written.txt").put("content", "by bob");
    json(as("bob").apply("runs/" + steered + "/tool-calls/c1:edit", edit), 202);
    JsonNode edited = call(asking(steered));
    assertThat(edited.path("arguments").path("content").asText()).isEqualTo("by bob");
    refused(steered, "approve", as("bob"));
    accepted(steered, "approve", as("operator"));
    completes(steered);

    UUID forked = id(as("bo").apply("runs/" + submitted("writes", as("ana")) + ":fork", body()));
    refused(asking(forked), "approve", as("bo"));
    accepted(forked, "approve", as("bob"));
  }

  @Test
  void aChildRunAndAnItemHaveThePartiesOfTheirParent() {
    UUID parent = id(as("bo").apply("runs", submission("parent")));
    UUID child =
        UUID.fromString(
            await()
                .atMost(PATIENCE)
                .until(
                    () ->
                        get("runs/" + parent + "/children")
                            .path("items")
                            .path(0)
                            .path("id")
                            .asText(),
                    id -> !id.isEmpty()));
    refused(asking(child), "approve", as("bo"));
    accepted(child, "approve", as("bob"));
    completes(parent);

    ObjectNode batch = body().put("agent", "writes").put("workspace", "effects");
    batch.putObject("source").put("lines", "{}");
    String before = newest();
    json(as("bo").apply("batches", batch), 202);
    UUID item =
        UUID.fromString(
            await().atMost(PATIENCE).until(FourEyesIT::newest, id -> !id.equals(before)));
    refused(asking(item), "approve", as("bo"));
    accepted(item, "approve", as("bob"));
  }

  @Test
  void aPartyAllowsNoMoney() {
    UUID dear = id(as("bo").apply("runs", submission("dear")));
    paused(dear);
    ObjectNode needed =
        body()
            .set(
                "needed",
                get("runs/" + dear).path("progress").path("budget").path("reached").path("needed"));
    forbidden(as("bo").apply("runs/" + dear + "/model-call:approve", needed));
    json(as("bob").apply("runs/" + dear + "/model-call:approve", needed), 202);
    completes(dear);

    UUID poor = id(as("bo").apply("runs", submission("poor")));
    paused(poor);
    ObjectNode more = body();
    more.putObject("budget").put("tokens", 100_000);
    forbidden(as("bo").apply("runs/" + poor + ":resume", more));
    json(as("bob").apply("runs/" + poor + ":resume", more), 202);
    completes(poor);
  }

  @Test
  void aPartyDoesNotApproveInBulk() {
    UUID run = submitted("writes", as("bo"));
    ObjectNode request = body().put("act", "APPROVE");
    request.putObject("filter").putArray("runs").add(run.toString());
    request.put("preview", json(as("bo").apply("bulk", request), 200).path("preview").asText());
    UUID operation = id(as("bo").apply("bulk", request));

    await()
        .atMost(PATIENCE)
        .until(() -> get("bulk/" + operation).path("status").asText(), "COMPLETED"::equals);
    assertThat(get("bulk/" + operation + "/items").path("items").path(0).path("code").asText())
        .contains("forbidden");
    assertThat(site.runs().status(run)).isEqualTo("WAITING");
  }

  private static void refused(UUID run, String act, Sender person) {
    forbidden(decided(run, act, person));
  }

  private static void forbidden(HttpResponse<String> answer) {
    assertThat(json(answer, 403).path("code").asText()).isEqualTo("forbidden");
  }

  private static void accepted(UUID run, String act, Sender person) {
    json(decided(run, act, person), 202);
  }

  private static HttpResponse<String> decided(UUID run, String act, Sender person) {
    return person.apply("runs/" + run + "/tool-calls/c1:" + act, decision(run));
  }

  private static HttpResponse<String> delegated(UUID run, String to) {
    return as("bob").apply("runs/" + run + "/tool-calls/c1:delegate", decision(run).put("to", to));
  }

  private static ObjectNode decision(UUID run) {
    JsonNode call = call(run);
    ObjectNode body = body();
    body.putObject("call")
        .put("phase", call.path("phase").asText())
        .put("iteration", call.path("iteration").asInt())
        .put("digest", call.path("digest").asText());
    return body;
  }

  private static String newest() {
    return get("runs?limit=1").path("items").path(0).path("id").asText();
  }

  private static JsonNode call(UUID run) {
    return get("runs/" + run + "/tool-calls").path("items").path(0);
  }

  private static UUID submitted(String agent, Sender person) {
    return asking(id(person.apply("runs", submission(agent))));
  }

  private static ObjectNode submission(String agent) {
    ObjectNode submission = body().put("agent", agent).put("workspace", "effects");
    submission.putObject("input");
    return submission;
  }

  private static UUID asking(UUID run) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.runs().status(run).equals("WAITING")
                    && call(run).path("asking").asText().equals("APPROVAL"));
    return run;
  }

  private static void paused(UUID run) {
    site.awaitStatus(run, "PAUSED");
  }

  private static void completes(UUID run) {
    site.awaitStatus(run, "COMPLETED").assertSound();
  }

  private static Sender as(String person) {
    return (path, body) -> site.runs().http().as(person).tryTo("POST", "api/v1/" + path, body);
  }

  private static Sender key(String name) throws Exception {
    ObjectNode request = body().put("name", name);
    request.putArray("roles").add("operator");
    String key = json(as("admin").apply("api-keys", request), 201).path("key").asText();
    JsonClient http = site.runs().http();
    return (path, body) -> {
      try {
        return http.client()
            .send(
                HttpRequest.newBuilder(http.base().resolve("api/v1/" + path))
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(Json.write(body)))
                    .build(),
                BodyHandlers.ofString());
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static UUID id(HttpResponse<String> answer) {
    return UUID.fromString(json(answer, 202).path("id").asText());
  }

  private static JsonNode json(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return Json.read(answer.body());
  }

  private static JsonNode get(String path) {
    return site.runs().http().as("admin").get("api/v1/" + path);
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
