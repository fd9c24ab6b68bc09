package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import org.junit.jupiter.api.Test;

/** The commands for acts on many runs, against prepared answers. */
class BulkCommandTest extends AgainstScriptedServer {

  private static final String ID = "0198a000-0000-7000-8000-000000000001";
  private static final String PREVIEW =
      "{\"act\": \"CANCEL\", \"matching\": 3, \"runs\": 2, \"preview\": \"p\"}";

  @Test
  void aDryRunShowsThePreviewAndDoesNothing() {
    server.json(200, PREVIEW);

    int exit =
        execute("bulk", "act", "cancel", "--agent", "quick", "-l", "team=search", "--dry-run");

    assertThat(exit).as("%s", err).isZero();
    assertThat(server.asked()).hasSize(1);
    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(
            Json.read(
                """
                {"act": "CANCEL", "filter": {"agent": "quick", "labels": {"team": "search"}}}
                """));
    assertThat(Json.read(out.toString()).path("runs").asInt()).isEqualTo(2);
  }

  @Test
  void aDryRunOfAnActOnOneRunDoesNothing() {
    server.json(200, PREVIEW).json(200, "{\"id\": \"%s\", \"status\": \"FAILED\"}".formatted(ID));

    assertThat(execute("run", "retry", ID, "--dry-run", "-o", "table")).as("%s", err).isZero();

    assertThat(server.asked().getLast().method()).isEqualTo("GET");
    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(
            Json.read("{\"act\": \"RETRY\", \"filter\": {\"runs\": [\"%s\"]}}".formatted(ID)));
    assertThat(out.toString()).contains("matching", "3");
  }

  @Test
  void anActIsNotDoneOnMoreRunsThanAllowed() {
    server.json(200, PREVIEW);

    assertThat(execute("bulk", "act", "cancel", "--status", "failed", "--at-most", "1"))
        .isEqualTo(1);

    assertThat(server.asked()).hasSize(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("nothing was done: it would be 2 runs, more than 1");
  }

  @Test
  void anActIsDoneAsItsPreviewWasAndWaitedFor() {
    server
        .json(200, PREVIEW)
        .json(202, operation("QUEUED", 0, 0))
        .json(200, operation("COMPLETED", 1, 1));

    int exit = execute("bulk", "act", "cancel", "--at-most", "2", "--reason", "enough", "--wait");

    assertThat(exit).as("one was refused: %s", err).isEqualTo(1);
    assertThat(Json.read(server.asked().get(1).body()))
        .isEqualTo(
            Json.read(
                """
                {"act": "CANCEL", "filter": {}, "preview": "p", "reason": "enough"}"""));
    assertThat(server.asked().getLast().address().getPath()).isEqualTo("/api/v1/bulk/" + ID);
    assertThat(Json.read(out.toString()).path("status").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void anActMustSayHowFarItMayGo() {
    assertThat(execute("bulk", "act", "cancel")).isEqualTo(2);
    assertThat(err.toString()).contains("--dry-run", "--at-most");
  }

  @Test
  void aReceiptIsListedAndItsFailuresAreTriedAgain() {
    server
        .json(
            200,
            """
            {"items": [{"run": "%s", "status": "FAILED", "code": "run-ended", "detail": "It has."}]}
            """
                .formatted(ID))
        .json(202, operation("QUEUED", 0, 0));

    assertThat(execute("bulk", "items", ID, "--status", "failed", "-o", "table")).isZero();
    assertThat(out.toString()).contains(ID, "run-ended", "It has.");
    assertThat(server.asked().getFirst().address().getQuery()).isEqualTo("limit=50&status=FAILED");
    assertThat(execute("bulk", "retry-failed", ID)).isZero();
    assertThat(server.asked().getLast().address().getPath())
        .isEqualTo("/api/v1/bulk/" + ID + ":retry-failed");
  }

  private static String operation(String status, int succeeded, int failed) {
    return """
        {"id": "%s", "status": "%s", "act": "CANCEL",
         "runs": {"total": 2, "succeeded": %d, "failed": %d, "pending": %d}}
        """
        .formatted(ID, status, succeeded, failed, 2 - succeeded - failed);
  }
}
