package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Timetable;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A run that can do what an operator may not takes no orders from operators. They look at it, and
 * stop it.
 */
class LesserRolesIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN = new Client("admin");

  private static final String WHY =
      "belongs to a user with more rights: 'append_file' is only for runs of people with one of"
          + " the roles [admin]";

  @Test
  void doNotActOnARunWhoseToolsAreBeyondThem() {
    UUID run = waiting();
    JsonNode before = events(run);

    refused(run, ":steer", "{\"message\": \"Write something else.\"}");
    String ask = OPERATOR.seen(run, "ask");
    String write = OPERATOR.seen(run, "write");
    refused(run, "/tool-calls/ask:answer", "{%s, \"answer\": \"Other.\"}".formatted(ask));
    refused(run, "/tool-calls/write:approve", "{%s}".formatted(write));
    refused(run, "/tool-calls/write:deny", "{%s, \"reason\": \"No.\"}".formatted(write));
    refused(run, "/tool-calls/write:delegate", "{%s, \"to\": \"ana\"}".formatted(write));
    refused(
        run,
        "/tool-calls/write:resolve",
        "{%s, \"verdict\": \"SUCCEEDED\", \"result\": \"%s\", \"evidence\": \"none\"}"
            .formatted(write, "x".repeat(65_536)));
    refused(run, ":retry", "{}");
    refused(run, ":migrate", "{\"agent\": \"current\", \"reason\": \"why not\"}");
    refused(run, ":undo", "{\"plan\": \"any\"}");

    assertThat(events(run)).isEqualTo(before);
    assertThat(OPERATOR.get("runs/" + run).body().path("messages").path("posted").asLong())
        .isZero();
    assertThat(OPERATOR.status(run)).isEqualTo("WAITING");
    ADMIN.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void stopSuchARunAndDoNotResumeIt() {
    UUID run = waiting();

    assertThat(OPERATOR.post("runs/" + run + ":pause", "{}").status()).isEqualTo(202);
    await().until(() -> OPERATOR.status(run).equals("PAUSED"));
    refused(run, ":resume", "{}");
    assertThat(OPERATOR.status(run)).isEqualTo("PAUSED");

    assertThat(ADMIN.post("runs/" + run + ":resume", "{}").status()).isEqualTo(202);
    assertThat(OPERATOR.post("runs/" + run + ":cancel", "{}").status()).isEqualTo(202);
  }

  @Test
  void doNotHaveSuchAScheduleFire() {
    String schedule = Timetable.yearly("guarded").replace("\"quick\"", "\"guarded\"");
    assertThat(ADMIN.post("schedules", schedule).status()).isEqualTo(201);

    refused("schedules/guarded:trigger", "", "schedule");
    refused(
        "schedules/guarded:backfill",
        "{\"from\": \"2026-01-01T00:00:00Z\", \"until\": \"2026-01-02T00:00:00Z\", \"dryRun\": false}",
        "schedule");
    assertThat(ADMIN.post("schedules/guarded:pause", "").status()).isEqualTo(200);
    refused("schedules/guarded:resume", "", "schedule");

    assertThat(ADMIN.get("schedules/guarded/firings").body().path("items")).isEmpty();
    Timetable.remove(ADMIN, "guarded");
  }

  @Test
  void actOnARunOfAnAdminThatCanDoNoMoreThanTheirs() {
    UUID run = ADMIN.submit("waits-long");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("WAITING"));

    assertThat(OPERATOR.post("runs/" + run + ":steer", "{\"message\": \"Go on.\"}").status())
        .isEqualTo(202);

    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  /** Returns an admin's run that waits for an answer and for an approval. */
  private static UUID waiting() {
    UUID run = ADMIN.submit("guarded");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("WAITING"));
    return run;
  }

  private static JsonNode events(UUID run) {
    return OPERATOR.get("runs/" + run + "/events").body().path("items");
  }

  private static void refused(UUID run, String action, String body) {
    refused("runs/" + run + action, body, "run");
  }

  private static void refused(String path, String body, String field) {
    JsonNode error =
        OPERATOR.post(path, body).isProblem(ProblemType.FORBIDDEN).body().path("errors").path(0);
    assertThat(error.path("path").asText()).isEqualTo(field);
    assertThat(error.path("message").asText()).isEqualTo(WHY);
  }
}
