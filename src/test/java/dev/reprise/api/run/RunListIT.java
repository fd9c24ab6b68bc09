package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  @ValueSource(
      strings = {
        "waitingFor=tea",
        "createdAfter=today",
        "createdBefore=1",
        "createdAfter=%2B10000-01-01T00:00:00Z",
        "createdBefore=-999999999-01-01T00:00:00Z",
        "label=team",
        "label=.x=1",
        "label=a=1&label=a=2",
        "label=a=",
        "sort=age",
        "q=%20"
      })
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

  @Test
  void runsAreFoundByTheirLabels() {
    String team = "team " + UUID.randomUUID();
    String labels = "{\"team\": \"%s\", \"env\": \"%s\"}";
    UUID prod = submit("{\"topic\": \"x\"}", labels.formatted(team, "prod"));
    UUID test = submit("{\"topic\": \"x\"}", labels.formatted(team, "test"));
    String ofTeam = "runs?label=team=" + team.replace(" ", "%20");

    assertThat(ids(ofTeam)).containsExactly(test.toString(), prod.toString());
    assertThat(ids(ofTeam + "&sort=createdAt")).containsExactly(prod.toString(), test.toString());
    assertThat(ids(ofTeam + "&label=env=prod")).containsExactly(prod.toString());
    assertThat(ids(ofTeam + "&agent=slow")).isEmpty();
    assertThat(new Client("ana@acme").get(ofTeam).body().path("items")).isEmpty();
    assertThat(OPERATOR.get("runs/" + prod).body().path("labels"))
        .isEqualTo(Json.read(labels.formatted(team, "prod")));
    assertThat(OPERATOR.get("runs/" + prod + "/events").body().path("items").get(1).path("type"))
        .isEqualTo(new TextNode("run.labelled"));
  }

  @Test
  void aForkHasTheLabelsOfItsParent() {
    String topic = "topic " + UUID.randomUUID();
    UUID run = submit("{\"topic\": \"%s\"}".formatted(topic), "{\"of\": \"%s\"}".formatted(topic));
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    String fork =
        OPERATOR
            .post("runs/%s:fork".formatted(run), "{\"sequence\": 4}")
            .body()
            .path("id")
            .asText();

    String found = topic.replace(" ", "%20");
    assertThat(ids("runs?label=of=" + found)).containsExactly(fork, run.toString());
    assertThat(ids("runs?q=" + found)).containsExactly(fork, run.toString());
  }

  @Test
  void runsAreFoundByTheTextOfTheirInput() {
    String topic = "Tea of " + UUID.randomUUID();
    UUID first = submit("{\"topic\": \"About %s.\"}".formatted(topic), "{}");
    UUID second = submit("{\"topic\": \"%s\"}".formatted(topic), "{}");
    UUID other = submit("{\"topic\": \"coffee\"}", "{}");
    String found = topic.toUpperCase(Locale.ROOT).replace(" ", "%20");

    assertThat(ids("runs?q=" + found)).containsExactly(second.toString(), first.toString());
    assertThat(ids("runs?sort=createdAt&q=" + found))
        .containsExactly(first.toString(), second.toString());
    JsonNode page = OPERATOR.get("runs?limit=1&q=" + found).body();
    assertThat(page.path("items").findValuesAsText("id")).containsExactly(second.toString());
    assertThat(
            ids("runs?limit=1&q=%s&cursor=%s".formatted(found, page.path("nextCursor").asText())))
        .containsExactly(first.toString());
    assertThat(ids("runs?limit=200")).contains(other.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"": "x"}            | is not a label's name
          {"a b": "x"}         | is not a label's name
          {"a": ""}            | must have 1 to 200 characters
          {"a": "x\\ny"}       | must have 1 to 200 characters
          {"a": null}          | must be a text
          """)
  void refusesOtherLabels(String labels, String why) {
    Answer answer = OPERATOR.post("runs", submission("{\"topic\": \"x\"}", labels));

    answer.isProblem(ProblemType.INVALID_VALUE);
    assertThat(answer.body().toString()).contains(why);
  }

  private static UUID submit(String input, String labels) {
    return UUID.fromString(
        OPERATOR.post("runs", submission(input, labels)).body().path("id").asText());
  }

  private static String submission(String input, String labels) {
    String withAuthor = input.replaceFirst("\\{", "{\"author\": {\"name\": \"Ana\"}, ");
    return Client.submission("quick", withAuthor, "test")
        .replaceFirst("\\{", "{\"labels\": %s, ".formatted(Matcher.quoteReplacement(labels)));
  }

  @ParameterizedTest
  @CsvSource({
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, true",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01, false",
    "x-4bf92f3577b34da6a3ce929d0e0e4736, false"
  })
  void aProblemNamesTheTraceOfTheRequest(String traceparent, boolean isTaken) {
    Answer answer =
        Client.send(OPERATOR.request("runs?status=x").header("traceparent", traceparent));

    answer.isProblem(ProblemType.INVALID_PARAMETER);
    assertThat(answer.body().path("traceId").asText().equals("4bf92f3577b34da6a3ce929d0e0e4736"))
        .isEqualTo(isTaken);
  }

  @Test
  void aSubmissionSaysHowManyMoreRunsMayBeQueued() {
    Answer answer = OPERATOR.post("runs", submission("{\"topic\": \"x\"}", "{}"));

    assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"queued-runs\";q=10000");
    assertThat(answer.header("RateLimit")).matches("\"queued-runs\";r=9\\d{3}");
    assertThat(OPERATOR.get("runs").header("RateLimit")).isEmpty();
  }

  private static Iterable<String> ids(String path) {
    return OPERATOR.get(path).body().path("items").findValuesAsText("id");
  }
}
