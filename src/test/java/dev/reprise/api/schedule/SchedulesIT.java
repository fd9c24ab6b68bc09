package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Timetable;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Operators make, change, hold back and remove the schedules of their tenant; viewers see them. */
class SchedulesIT {

  private static final Client VIEWER = new Client("viewer");
  private static final Client OPERATOR = new Client("operator");
  private static final Client ACME = new Client("ana@acme");
  private static final Client BETA = new Client("bo@beta");

  @Test
  void areMadeLookedAtAndRemoved() {
    var made = OPERATOR.post("schedules", yearly("made"));

    assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
    assertThat(made.header("Location")).endsWith("/api/v1/schedules/made");
    var shown = VIEWER.get("schedules/made");
    assertThat(shown.header("ETag")).isEqualTo(made.header("ETag")).matches("\"1-[0-9a-f]{8}\"");
    assertThat(shown.body()).isEqualTo(made.body());
    assertThat(shown.body().path("status").asText()).isEqualTo("ACTIVE");
    assertThat(shown.body().path("revision").asLong()).isEqualTo(1);
    assertThat(shown.body().path("createdBy").asText()).isEqualTo("operator");
    assertThat(shown.body().path("definition").path("cooldown").asText()).isEqualTo("PT5M");
    assertThat(shown.body().path("definition").path("overlap").asText()).isEqualTo("skip");
    assertThat(shown.body().path("open")).isEmpty();
    var next = times(shown.body().path("next"));
    assertThat(next).hasSize(5).isSorted();
    assertThat(next).allSatisfy(due -> assertThat(due.toString()).endsWith("-01-01T03:00:00Z"));
    OPERATOR.post("schedules", yearly("made")).isProblem(ProblemType.SCHEDULE_EXISTS);

    assertThat(remove(OPERATOR, "made").status()).isEqualTo(204);

    remove(OPERATOR, "made").isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("schedules/made").isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("schedules/made/firings").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void arePreviewedAndNotMade() {
    var preview =
        VIEWER.post(
            "schedules:preview",
            yearly("previewed").replace("\"Ana\"", "\"{{schedule.name}} on {{schedule.due}}\""));

    assertThat(preview.status()).as("%s", preview.body()).isEqualTo(200);
    var next = times(preview.body().path("next"));
    assertThat(next).hasSize(5).isSorted();
    assertThat(preview.body().path("input").path("author").path("name").asText())
        .isEqualTo("previewed on " + next.getFirst());
    assertThat(preview.body().path("definition").path("zone").asText()).isEqualTo("UTC");
    VIEWER.get("schedules/previewed").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void tellWhenTheyAreDue() {
    OPERATOR.post("schedules", yearly("times"));

    var ten = times(VIEWER.get("schedules/times/times").body().path("items"));
    var two =
        times(
            VIEWER
                .get("schedules/times/times?count=2&after=2040-01-01T03:00:00Z")
                .body()
                .path("items"));

    assertThat(ten).hasSize(10).isSorted();
    assertThat(two)
        .containsExactly(
            Instant.parse("2041-01-01T03:00:00Z"), Instant.parse("2042-01-01T03:00:00Z"));
    VIEWER.get("schedules/times/times?count=101").isProblem(ProblemType.INVALID_PARAMETER);
    VIEWER.get("schedules/times/times?after=now").isProblem(ProblemType.INVALID_PARAMETER);
    remove(OPERATOR, "times");
  }

  @Test
  void areChangedByWhoKnowsThemAsTheyAre() {
    var made = OPERATOR.post("schedules", yearly("changed"));
    String monthly = yearly("changed").replace("1 1 *", "1 * *");

    var changed = put(OPERATOR, "changed", monthly, made.header("ETag"));

    assertThat(changed.status()).as("%s", changed.body()).isEqualTo(200);
    assertThat(changed.body().path("revision").asLong()).isEqualTo(2);
    assertThat(changed.body().path("definition").path("cron").asText()).isEqualTo("0 3 1 * *");
    assertThat(changed.header("ETag")).startsWith("\"2-");
    assertThat(times(changed.body().path("next")).get(1))
        .isBefore(times(made.body().path("next")).get(1));
    put(OPERATOR, "changed", monthly, made.header("ETag"))
        .isProblem(ProblemType.PRECONDITION_FAILED);
    act("changed:pause", made.header("ETag")).isProblem(ProblemType.PRECONDITION_FAILED);
    assertThat(act("changed:pause", changed.header("ETag")).status()).isEqualTo(200);
    act("changed:resume", made.header("ETag")).isProblem(ProblemType.PRECONDITION_FAILED);
    assertThat(put(OPERATOR, "changed", monthly, "*").status()).isEqualTo(200);
    assertThat(put(OPERATOR, "changed", changed.body().path("definition").toString(), "").status())
        .isEqualTo(200);
    put(OPERATOR, "changed", yearly("other"), "").isProblem(ProblemType.INVALID_SCHEDULE);
    put(OPERATOR, "never-made", monthly, "").isProblem(ProblemType.NOT_FOUND);
    remove(OPERATOR, "changed");
  }

  @Test
  void arePausedAndResumed() {
    OPERATOR.post("schedules", yearly("held"));

    var paused = OPERATOR.post("schedules/held:pause", "");
    assertThat(paused.status()).as("%s", paused.body()).isEqualTo(200);
    assertThat(paused.body().path("status").asText()).isEqualTo("PAUSED");
    assertThat(paused.body().path("next")).hasSize(5);
    assertThat(OPERATOR.post("schedules/held:pause", "{}").status()).isEqualTo(200);
    assertThat(put(OPERATOR, "held", yearly("held"), "").body().path("status").asText())
        .isEqualTo("PAUSED");

    var resumed = OPERATOR.post("schedules/held:resume", "");
    assertThat(resumed.body().path("status").asText()).isEqualTo("ACTIVE");
    assertThat(OPERATOR.post("schedules/held:resume", "").status()).isEqualTo(200);
    remove(OPERATOR, "held");
  }

  @Test
  void areCreatedPaused() {
    String definition = yearly("waiting");
    var made = OPERATOR.post("schedules", definition.replaceFirst("\\{", "{\"paused\": true, "));

    assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
    assertThat(made.body().path("status").asText()).isEqualTo("PAUSED");
    assertThat(made.body().path("definition").has("paused")).isFalse();
    put(OPERATOR, "waiting", definition.replaceFirst("\\{", "{\"paused\": false, "), "")
        .isProblem(ProblemType.INVALID_SCHEDULE);
    assertThat(OPERATOR.post("schedules/waiting:resume", "").body().path("status").asText())
        .isEqualTo("ACTIVE");
    remove(OPERATOR, "waiting");
  }

  /** The model of the agent has no price, so no limit of money allows its calls. */
  @Test
  void limitWhatTheirRunsCostInADay() {
    String limited =
        """
        {"name": "limited", "agent": "unpriced", "workspace": "test", "cron": "0 3 1 1 *", "dayUsd": 1.50}""";
    Timetable.make(OPERATOR, limited);

    var firing = OPERATOR.post("schedules/limited:trigger", "{}").body();
    UUID run = UUID.fromString(firing.path("id").asText());

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> OPERATOR.get("runs/" + run).body().path("waitingFor").asText(), "budget"::equals);
    JsonNode reached =
        OPERATOR.get("runs/" + run).body().path("progress").path("budget").path("reached");
    assertThat(reached.path("kind").asText()).isEqualTo("SCHEDULE_DAY_USD");
    assertThat(reached.path("limit").decimalValue()).isEqualByComparingTo("1.50");
    JsonNode budget =
        StreamSupport.stream(VIEWER.get("budgets").body().path("items").spliterator(), false)
            .filter(item -> item.path("schedule").asText().equals("limited"))
            .findFirst()
            .orElseThrow();
    assertThat(budget.path("left").decimalValue()).isEqualByComparingTo("1.50");
    assertThat(budget.path("unit").asText()).isEqualTo("usd");
    assertThat(budget.path("currency").asText()).isEqualTo("USD");
    JsonNode backfill =
        OPERATOR
            .post(
                "schedules/limited:backfill",
                "{\"from\": \"2026-01-01T00:00:00Z\", \"until\": \"2026-02-01T00:00:00Z\"}")
            .body();
    assertThat(backfill.path("count").asInt()).isEqualTo(1);
    assertThat(backfill.has("expectedCost")).as("of runs whose cost is not known").isFalse();
    OPERATOR.post("runs/" + run + ":cancel", "{}");
    remove(OPERATOR, "limited");
  }

  @Test
  void areListedByNameInPages() {
    for (String name : List.of("list-c", "list-a", "list-b")) {
      ACME.post("schedules", yearly(name));
    }
    List<String> listed = new ArrayList<>();
    String next = "schedules?limit=2";
    while (!next.isEmpty()) {
      var page = ACME.get(next);
      assertThat(page.status()).as("%s", page.body()).isEqualTo(200);
      page.body().path("items").forEach(item -> listed.add(item.path("name").asText()));
      String cursor = page.body().path("nextCursor").asText();
      assertThat(page.header("Link").contains("cursor=" + cursor)).isEqualTo(!cursor.isEmpty());
      next = cursor.isEmpty() ? "" : "schedules?limit=2&cursor=" + cursor;
    }

    assertThat(listed).containsSubsequence("list-a", "list-b", "list-c").doesNotHaveDuplicates();
    ACME.get("schedules?cursor=!").isProblem(ProblemType.INVALID_PARAMETER);
    ACME.get("schedules?limit=0").isProblem(ProblemType.INVALID_PARAMETER);
    List.of("list-a", "list-b", "list-c").forEach(name -> remove(ACME, name));
  }

  @Test
  void areTheirTenantsAlone() {
    ACME.post("schedules", yearly("own"));

    BETA.get("schedules/own").isProblem(ProblemType.NOT_FOUND);
    BETA.get("schedules/own/firings").isProblem(ProblemType.NOT_FOUND);
    BETA.post("schedules/own:trigger", "").isProblem(ProblemType.NOT_FOUND);
    put(BETA, "own", yearly("own"), "").isProblem(ProblemType.NOT_FOUND);
    remove(BETA, "own").isProblem(ProblemType.NOT_FOUND);
    assertThat(BETA.get("schedules").body().toString()).doesNotContain("\"own\"");
    assertThat(BETA.post("schedules", yearly("own")).status()).isEqualTo(201);
    remove(BETA, "own");
    assertThat(remove(ACME, "own").status()).isEqualTo(204);
  }

  @Test
  void areLookedAtByViewersWhoDoNotAct() {
    OPERATOR.post("schedules", yearly("viewed"));

    assertThat(VIEWER.get("schedules/viewed").status()).isEqualTo(200);
    assertThat(VIEWER.get("schedules/viewed/firings").status()).isEqualTo(200);
    VIEWER.post("schedules", yearly("mine")).isProblem(ProblemType.FORBIDDEN);
    put(VIEWER, "viewed", yearly("viewed"), "").isProblem(ProblemType.FORBIDDEN);
    remove(VIEWER, "viewed").isProblem(ProblemType.FORBIDDEN);
    for (String action : List.of("pause", "resume", "trigger", "backfill")) {
      VIEWER.post("schedules/viewed:" + action, "{}").isProblem(ProblemType.FORBIDDEN);
    }
    remove(OPERATOR, "viewed");
  }

  @Test
  void endWithTheirOnlyTime() {
    Instant at = Instant.now().plus(Duration.ofSeconds(2));
    OPERATOR.post(
        "schedules", yearly("once").replace("\"cron\": \"0 3 1 1 *\"", "\"at\": \"" + at + "\""));

    Timetable.awaitNewest(OPERATOR, "once", "COMPLETED");

    var ended = OPERATOR.get("schedules/once").body();
    assertThat(ended.path("status").asText()).isEqualTo("ENDED");
    assertThat(ended.path("next")).isEmpty();
    OPERATOR.post("schedules/once:pause", "").isProblem(ProblemType.SCHEDULE_ENDED);
    OPERATOR.post("schedules/once:resume", "").isProblem(ProblemType.SCHEDULE_ENDED);
    assertThat(put(OPERATOR, "once", yearly("once"), "").body().path("status").asText())
        .isEqualTo("ACTIVE");
    remove(OPERATOR, "once");
  }

  private static String yearly(String name) {
    return Timetable.yearly(name);
  }

  private static List<Instant> times(Iterable<JsonNode> items) {
    List<Instant> times = new ArrayList<>();
    items.forEach(item -> times.add(Instant.parse(item.asText())));
    return times;
  }

  private static Client.Answer act(String path, String ifMatch) {
    return Client.send(
        OPERATOR
            .request("schedules/" + path)
            .header("If-Match", ifMatch)
            .POST(BodyPublishers.noBody()));
  }

  private static Client.Answer put(Client client, String name, String body, String ifMatch) {
    var request =
        client
            .request("schedules/" + name)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body));
    return Client.send(ifMatch.isEmpty() ? request : request.header("If-Match", ifMatch));
  }

  private static Client.Answer remove(Client client, String name) {
    return Timetable.remove(client, name);
  }
}
