package dev.reprise.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Timetable;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A firing has a run, or says why it waits; and each is in the history of its schedule. */
class FiringsIT {

  private static final Client VIEWER = new Client("viewer");
  private static final Client OPERATOR = new Client("operator");

  @Test
  void haveARunWithTheInputFilledIn() {
    Timetable.make(
        OPERATOR,
        Timetable.yearly("filled", "\"payload\": {\"topics\": [\"coffee\"]}")
            .replace("\"tea\"", "\"{{payload.topics.0}}\"")
            .replace("\"Ana\"", "\"{{schedule.name}}\""));

    UUID firing = Timetable.trigger(OPERATOR, "filled");

    var ended = Timetable.await(OPERATOR, "filled", firing, "status", "COMPLETED");
    assertThat(ended.path("source").asText()).isEqualTo("REQUEST");
    assertThat(ended.path("attempts").asInt()).isEqualTo(1);
    assertThat(ended.path("dues").asInt()).isZero();
    assertThat(ended.path("run").path("id").asText()).isEqualTo(firing.toString());
    assertThat(ended.path("run").path("href").asText()).endsWith("/api/v1/runs/" + firing);
    assertThat(Instant.parse(ended.path("endedAt").asText()))
        .isAfterOrEqualTo(Instant.parse(ended.path("startedAt").asText()));
    var run = OPERATOR.get("runs/" + firing).body();
    assertThat(run.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(run.path("submittedBy").asText()).isEqualTo("schedule filled");
    assertThat(run.path("durable").asBoolean()).isTrue();
    assertThat(run.path("progress").path("outcome").path("output").asText())
        .isEqualTo("About coffee by filled.");
    assertThat(VIEWER.get("schedules/filled").body().has("lastStartedAt")).isTrue();
    Timetable.remove(OPERATOR, "filled");
    assertThat(OPERATOR.get("runs/" + firing).status()).isEqualTo(200);
  }

  @Test
  void waitForTheCooldownAndCanBeTakenBack() {
    Timetable.make(OPERATOR, Timetable.yearly("cool", "\"cooldown\": \"PT1H\""));
    UUID first = Timetable.trigger(OPERATOR, "cool");
    Timetable.await(OPERATOR, "cool", first, "status", "COMPLETED");

    UUID second = Timetable.trigger(OPERATOR, "cool");

    var waiting = Timetable.await(OPERATOR, "cool", second, "reason", "COOLDOWN");
    assertThat(waiting.path("status").asText()).isEqualTo("PENDING");
    assertThat(waiting.has("run")).isFalse();
    var schedule = VIEWER.get("schedules/cool").body();
    assertThat(Instant.parse(schedule.path("coolUntil").asText()))
        .isAfter(Instant.parse(schedule.path("lastStartedAt").asText()));
    assertThat(schedule.path("open").findValuesAsText("id")).containsExactly(second.toString());
    assertThat(schedule.path("open").findValuesAsText("reason")).containsExactly("COOLDOWN");
    String cancel = "schedules/cool/firings/" + second + ":cancel";
    VIEWER.post(cancel, "").isProblem(ProblemType.FORBIDDEN);
    var cancelled = OPERATOR.post(cancel, "");
    assertThat(cancelled.status()).as("%s", cancelled.body()).isEqualTo(202);
    assertThat(cancelled.body().path("status").asText()).isEqualTo("CANCELLED");
    assertThat(cancelled.body().path("reason").asText()).isEqualTo("WITHDRAWN");
    OPERATOR.post(cancel, "").isProblem(ProblemType.FIRING_ENDED);
    Timetable.remove(OPERATOR, "cool");
  }

  @Test
  void areCancelledWithTheirRuns() {
    Timetable.make(OPERATOR, Timetable.yearly("slow").replace("quick", "slow"));
    UUID firing = Timetable.trigger(OPERATOR, "slow");
    var active = Timetable.await(OPERATOR, "slow", firing, "status", "ACTIVE");
    assertThat(active.path("endedAt").isMissingNode()).isTrue();
    Timetable.awaitRun(OPERATOR, firing);

    var answer =
        OPERATOR.post("schedules/slow/firings/" + firing + ":cancel", "{\"reason\": \"enough\"}");

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    Timetable.await(OPERATOR, "slow", firing, "status", "CANCELLED");
    var outcome = OPERATOR.get("runs/" + firing).body().path("progress").path("outcome");
    assertThat(outcome.path("cancelledBy").asText()).isEqualTo("operator");
    assertThat(outcome.path("reason").asText()).isEqualTo("enough");
    Timetable.remove(OPERATOR, "slow");
  }

  @Test
  void areTriedAgainAndThenGivenUp() {
    Timetable.make(
        OPERATOR,
        Timetable.yearly("fails", "\"maxAttempts\": 2, \"retryDelay\": \"PT1S\"")
            .replace("quick", "critical"));
    UUID firing = Timetable.trigger(OPERATOR, "fails");

    var failed = Timetable.await(OPERATOR, "fails", firing, "status", "FAILED");

    assertThat(failed.path("attempts").asInt()).isEqualTo(2);
    assertThat(failed.path("error").asText()).contains("nothing comes to mind");
    var schedule = VIEWER.get("schedules/fails").body();
    assertThat(schedule.path("attempts").asInt()).isEqualTo(2);
    assertThat(schedule.path("error").asText()).contains("nothing comes to mind");
    var events = OPERATOR.get("runs/" + firing + "/events").body().path("items");
    assertThat(events.findValuesAsText("type")).containsOnlyOnce("run.retried");
    Timetable.remove(OPERATOR, "fails");
  }

  @Test
  void makeUpForTimesThatHavePassed() {
    Timetable.make(
        OPERATOR, Timetable.yearly("filling", "\"cooldown\": \"PT0S\"").replace("1 1 *", "* * *"));
    Instant now = Instant.now();
    String span =
        "{\"from\": \"%s\", \"until\": \"%s\"%s}"
            .formatted(now.minus(Duration.ofDays(3)), now, "%s");

    var dry = OPERATOR.post("schedules/filling:backfill", span.formatted(""));

    assertThat(dry.status()).as("%s", dry.body()).isEqualTo(200);
    assertThat(dry.body().path("count").asInt()).isEqualTo(3);
    assertThat(dry.body().path("applied").asBoolean(true)).isFalse();
    assertThat(dry.body().path("more").asBoolean(true)).isFalse();
    assertThat(Instant.parse(dry.body().path("last").asText()))
        .isEqualTo(Instant.parse(dry.body().path("first").asText()).plus(Duration.ofDays(2)));
    assertThat(VIEWER.get("schedules/filling/firings").body().path("items")).isEmpty();

    var applied =
        OPERATOR.post("schedules/filling:backfill", span.formatted(", \"dryRun\": false"));

    assertThat(applied.status()).as("%s", applied.body()).isEqualTo(202);
    assertThat(applied.body().path("count").asInt()).isEqualTo(3);
    assertThat(applied.body().path("applied").asBoolean()).isTrue();
    var again = OPERATOR.post("schedules/filling:backfill", span.formatted(", \"dryRun\": false"));
    assertThat(again.body().path("count").asInt(-1)).isZero();
    assertThat(again.body().path("alreadyThere").asInt()).isEqualTo(3);
    for (UUID firing : history("filling")) {
      var ended = Timetable.await(OPERATOR, "filling", firing, "status", "COMPLETED");
      assertThat(ended.path("source").asText()).isEqualTo("BACKFILL");
    }
    Timetable.remove(OPERATOR, "filling");
  }

  /** Returns the firings of a schedule, page by page. */
  private static List<UUID> history(String name) {
    List<UUID> firings = new ArrayList<>();
    List<Instant> dues = new ArrayList<>();
    String cursor = "";
    do {
      String path = "schedules/%s/firings?limit=2%s".formatted(name, cursor);
      var page = VIEWER.get(path).body();
      for (var item : page.path("items")) {
        firings.add(UUID.fromString(item.path("id").asText()));
        dues.addFirst(Instant.parse(item.path("due").asText()));
      }
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asText() : "";
    } while (!cursor.isEmpty());
    assertThat(firings).hasSize(3).doesNotHaveDuplicates();
    assertThat(dues).isSorted();
    return firings;
  }

  @Test
  void areFoundWithTheirScheduleAlone() {
    Timetable.make(OPERATOR, Timetable.yearly("one"));
    Timetable.make(OPERATOR, Timetable.yearly("two"));
    UUID firing = Timetable.trigger(OPERATOR, "one");

    assertThat(VIEWER.get("schedules/one/firings/" + firing).status()).isEqualTo(200);
    VIEWER.get("schedules/two/firings/" + firing).isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("schedules/one/firings/" + UUID.randomUUID()).isProblem(ProblemType.NOT_FOUND);
    OPERATOR
        .post("schedules/two/firings/" + firing + ":cancel", "")
        .isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("schedules/one/firings?cursor=" + firing).isProblem(ProblemType.INVALID_PARAMETER);
    Timetable.remove(OPERATOR, "one");
    Timetable.remove(OPERATOR, "two");
  }

  @Test
  void areNotAskedForWithAWrongSpan() {
    Timetable.make(OPERATOR, Timetable.yearly("span"));
    String past = "2026-01-01T00:00:00Z";

    refused("{}", "2 values are not allowed");
    refused(
        "{\"from\": \"now\", \"until\": \"%s\"}".formatted(past), "from must be a time such as");
    refused(
        "{\"from\": \"%s\", \"until\": \"%s\"}".formatted(past, past), "until must be after from");
    refused(
        "{\"from\": \"%s\", \"until\": \"2999-01-01T00:00:00Z\"}".formatted(past),
        "until must not be in the future");
    refused(
        "{\"from\": \"2024-01-01T00:00:00Z\", \"until\": \"%s\"}".formatted(past),
        "from must be at most 366 days before until");
    Timetable.remove(OPERATOR, "span");
  }

  private static void refused(String body, String detail) {
    var answer = OPERATOR.post("schedules/span:backfill", body);
    assertThat(answer.isProblem(ProblemType.INVALID_VALUE).body().path("detail").asText())
        .contains(detail);
  }
}
