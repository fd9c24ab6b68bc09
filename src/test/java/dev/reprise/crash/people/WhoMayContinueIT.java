package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who lets a run continue that something holds up: the table in {@code src/docs/access.md}. */
class WhoMayContinueIT {

  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- continuations -->\n(.*?)<!-- end of continuations -->");
  private static final List<String> PEOPLE =
      List.of("submitter", "other", "approver", "operator", "admin");
  private static final String ACCEPTED = "✓";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Site site;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    site = Site.named("continuing", options(directory));
    site.server().start();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  static ServerOptions options(Path directory) throws IOException {
    Path prices =
        Files.writeString(
            directory.resolve("prices.yaml"),
            """
            - {provider: scripted, model: dear-1, input: 10, output: 600,
               date: 2026-11-01, source: "https://example.org/prices"}
            """);
    return ServerOptions.DEFAULT
        .withUser("other", "submitters")
        .with("REPRISE_AGENTS_DIR", Site.agents("people").toString())
        .with("REPRISE_APPROVALS_TIMEOUT", "PT1S")
        .with("REPRISE_APPROVALS_AGENT_DEAR_TIMEOUT", "PT10M")
        .with("REPRISE_PRICES_FILE", prices.toString());
  }

  /** A row of the table. */
  private record Row(String hold, String act, List<String> answers, String then) {

    static Row of(String line) {
      List<String> cells =
          Arrays.stream(line.split("\\|")).map(String::strip).toList(); // the first is empty
      return new Row(cells.get(1), cells.get(2), cells.subList(3, 8), cells.get(8));
    }

    @Override
    public String toString() {
      return hold + ", " + act;
    }
  }

  static Stream<Row> rows() throws IOException {
    Matcher table = TABLE.matcher(Files.readString(Path.of("src/docs/access.md")));
    assertThat(table.find()).isTrue();
    return table.group(1).lines().skip(2).map(Row::of);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isAsTheTableSays(Row row) {
    Held refused = held(row.hold());
    long before = refused.lastSequence();
    for (int i = 0; i < PEOPLE.size(); i++) {
      String person = PEOPLE.get(i);
      String expected = row.answers().get(i);
      if (expected.equals(ACCEPTED)) {
        Held run = held(row.hold());
        HttpResponse<String> answer = act(row.act(), run, person);
        assertThat(answer.statusCode()).as("%s: %s", person, answer.body()).isLessThan(300);
        assertThen(row.then(), run, Json.read(answer.body()));
      } else {
        HttpResponse<String> answer = act(row.act(), refused, person);
        assertThat(Json.read(answer.body()).path("code").asText())
            .as("%s: %s", person, answer.body())
            .isEqualTo(expected.isEmpty() ? "forbidden" : expected);
      }
    }
    assertThat(refused.lastSequence()).as("nothing changed").isEqualTo(before);
  }

  @Test
  void operatorsRaiseABudgetAsFarAsTheServerAllows() {
    Held run = submitted("cents").in("PAUSED");

    HttpResponse<String> refused = run.post("operator", ":resume", budget("100.01"));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("budget.usd", "must be at most 100");
    assertThat(run.status()).isEqualTo("PAUSED");
    assertThat(run.post("operator", ":resume", budget("100")).statusCode()).isEqualTo(202);
  }

  private static ObjectNode budget(String usd) {
    ObjectNode body = body();
    body.putObject("budget").put("usd", new BigDecimal(usd));
    return body;
  }

  /** A run of the submitter that something holds up, and the batch whose item it is, if any. */
  private record Held(UUID run, String batch) {

    JsonNode view() {
      return as("admin").get("api/v1/runs/" + run);
    }

    String status() {
      return view().path("status").asText();
    }

    long lastSequence() {
      return view().path("lastSequence").asLong();
    }

    Held in(String status) {
      await().atMost(PATIENCE).until(() -> status().equals(status));
      return this;
    }

    HttpResponse<String> post(String person, String action, ObjectNode body) {
      return as(person).tryTo("POST", "api/v1/runs/" + run + action, body);
    }

    Held done(String person, String action) {
      assertThat(post(person, action, body()).statusCode()).isEqualTo(202);
      return this;
    }

    ObjectNode seen() {
      JsonNode needed = view().path("progress").path("budget").path("reached").path("needed");
      return body().put("needed", needed.decimalValue());
    }
  }

  private static Held held(String hold) {
    return switch (hold) {
      case "a pause of its submitter" -> waiting().done("submitter", ":pause").in("PAUSED");
      case "a pause of another person" -> waiting().done("admin", ":pause").in("PAUSED");
      case "pauses of both" ->
          waiting().done("submitter", ":pause").in("PAUSED").done("admin", ":pause");
      case "an expensive model call" -> submitted("dear").in("PAUSED");
      case "a denied model call" -> denied(submitted("dear").in("PAUSED"));
      case "a denied model call, and it is cancelled" ->
          denied(submitted("dear").in("PAUSED")).done("submitter", ":cancel").in("CANCELLED");
      case "a denied model call of an item" -> denied(item().in("PAUSED"));
      case "a reached budget" -> submitted("poor").in("PAUSED");
      case "a reached budget, at which it failed" -> submitted("spent").in("FAILED");
      case "an approval that came too late" -> submitted("writes").in("PAUSED");
      default -> throw new IllegalArgumentException(hold);
    };
  }

  private static Held waiting() {
    return submitted("slow").in("WAITING");
  }

  private static Held denied(Held run) {
    assertThat(run.post("approver", "/model-call:deny", run.seen()).statusCode()).isEqualTo(202);
    return run;
  }

  private static Held submitted(String agent) {
    ObjectNode submission = body().put("agent", agent).put("workspace", "effects");
    submission.putObject("input");
    JsonNode run = as("submitter").change("POST", "api/v1/runs", submission);
    return new Held(UUID.fromString(run.path("id").asText()), "");
  }

  private static Held item() {
    ObjectNode submission = body().put("agent", "dear").put("workspace", "effects");
    submission.putObject("source").put("lines", "{}");
    String before = newest();
    String batch = as("submitter").change("POST", "api/v1/batches", submission).path("id").asText();
    String run = await().atMost(PATIENCE).until(WhoMayContinueIT::newest, id -> !id.equals(before));
    return new Held(UUID.fromString(run), batch);
  }

  private static String newest() {
    return as("admin").get("api/v1/runs?limit=1").path("items").path(0).path("id").asText();
  }

  private static HttpResponse<String> act(String act, Held run, String person) {
    return switch (act) {
      case "`:resume`" -> run.post(person, ":resume", body());
      case "`:resume` with a budget" -> {
        ObjectNode body = body();
        body.putObject("budget").put("tokens", 100_000);
        yield run.post(person, ":resume", body);
      }
      case "`:retry`" -> run.post(person, ":retry", body());
      case "`:fork`" -> run.post(person, ":fork", body());
      case "`model-call:approve`" -> run.post(person, "/model-call:approve", run.seen());
      case "`model-call:deny`" -> run.post(person, "/model-call:deny", run.seen());
      case "RESUME in bulk" -> inBulk("RESUME", run, person);
      case "batch `:resume`" ->
          as(person).tryTo("POST", "api/v1/batches/" + run.batch() + ":resume", body());
      case "batch `:retry-failed`" ->
          as(person).tryTo("POST", "api/v1/batches/" + run.batch() + ":retry-failed", body());
      default -> throw new IllegalArgumentException(act);
    };
  }

  private static HttpResponse<String> inBulk(String act, Held run, String person) {
    ObjectNode request = body().put("act", act).put("reason", "for a test");
    request.putObject("filter").putArray("runs").add(run.run().toString());
    HttpResponse<String> preview = as(person).tryTo("POST", "api/v1/bulk", request);
    if (preview.statusCode() != 200) {
      return preview;
    }
    request.put("preview", Json.read(preview.body()).path("preview").asText());
    HttpResponse<String> operation = as(person).tryTo("POST", "api/v1/bulk", request);
    String id = Json.read(operation.body()).path("id").asText();
    await()
        .atMost(PATIENCE)
        .until(
            () -> as("admin").get("api/v1/bulk/" + id).path("status").asText(),
            "COMPLETED"::equals);
    return operation;
  }

  private static void assertThen(String then, Held held, JsonNode answer) {
    switch (then) {
      case "it goes on" -> assertGoesOn(held);
      case "the fork goes on" -> assertGoesOn(fork(answer));
      case "it asks again" -> assertAsks(held, "run.resumed");
      case "the fork asks" -> assertAsks(fork(answer), "run.forked");
      case "it fails again" -> assertFails(held, "run.retried");
      case "the fork fails" -> assertFails(fork(answer), "run.forked");
      case "it stays paused" -> assertThat(held.status()).isEqualTo("PAUSED");
      default -> throw new IllegalArgumentException(then);
    }
  }

  private static Held fork(JsonNode answer) {
    return new Held(UUID.fromString(answer.path("id").asText()), "");
  }

  /** It has done what it was to do, or waits as long as it wants. */
  private static void assertGoesOn(Held run) {
    await().atMost(PATIENCE).until(() -> List.of("COMPLETED", "WAITING").contains(run.status()));
  }

  /** It waits for people again, and its model was not asked. */
  private static void assertAsks(Held run, String continued) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              List<String> types =
                  site.runs().read(run.run()).events().stream().map(event -> event.type()).toList();
              int since = types.lastIndexOf(continued);
              return since >= 0
                  && types.subList(since, types.size()).stream()
                      .anyMatch(List.of("run.paused", "tool-call.asked")::contains);
            });
    assertThat(site.runs().read(run.run()).events().stream().map(event -> event.type()))
        .filteredOn("model.replied"::equals)
        .hasSizeLessThan(2);
    assertThat(run.view().path("progress").path("cost").path("amount").decimalValue()).isZero();
  }

  private static void assertFails(Held run, String continued) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              List<String> types =
                  site.runs().read(run.run()).events().stream().map(event -> event.type()).toList();
              return types.lastIndexOf("run.failed") > types.lastIndexOf(continued)
                  && types.contains(continued);
            });
  }

  private static JsonClient as(String person) {
    return site.runs().http().as(person);
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
