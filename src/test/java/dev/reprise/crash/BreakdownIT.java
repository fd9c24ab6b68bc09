package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run that no job can carry on ends with the reason, and is not tried for ever. */
class BreakdownIT {

  private static final PostgresProcess POSTGRES = PostgresProcess.start("breakdown");
  private static final Site SITE =
      Site.named("breakdown", POSTGRES.serve(Site.FILES).with("REPRISE_MAX_ATTEMPTS", "2"));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
  }

  @Test
  void ofAJobThatBreaksDownAgainAndAgain() {
    UUID id = SITE.submit("fickle", "nowhere");

    RecordedRun run = SITE.awaitStatus(id, "DEAD_LETTER").assertSound();

    assertThat(run.count("run.admitted")).isEqualTo(4);
    assertThat(run.last().data().path("failure").path("code").asText())
        .isEqualTo("attempts_exhausted");
    var job = SITE.awaitJob(id, "FAILED");
    assertThat(job.newestExecution().exitStatus()).isEqualTo("DEAD_LETTER");
    assertThat(job.executions()).noneMatch(Jobs.Execution::isOpen);
  }

  @Test
  void ofARecordThatWasTamperedWith() throws SQLException {
    UUID id = SITE.submit("wait", "tampered");
    SITE.awaitStatus(id, "WAITING");

    changePrompt(id);

    await().atMost(Duration.ofSeconds(60)).until(() -> listed(id, "FAILED"));
    var job = SITE.awaitJob(id, "FAILED");
    assertThat(job.newestExecution().exitStatus())
        .startsWith("REFUSED: ")
        .contains(id.toString(), "was changed after it was written");
    assertThat(SITE.effects("tampered")).containsExactly("before");
    JsonNode problem = Json.read(SITE.runs().http().ask("api/v1/runs/" + id).body());
    assertThat(problem.path("code").asText()).isEqualTo("record-broken");
    assertThat(problem.path("detail").asText()).contains("event ", "was changed after it was");
    assertThat(problem.path("retryable").asBoolean()).isFalse();
    assertThat(problem.path("correlationId").asText()).isNotEmpty();
  }

  /** The run itself cannot be shown any more, but its row can be listed. */
  private static boolean listed(UUID run, String status) {
    for (JsonNode item : SITE.runs().http().get("api/v1/runs?status=" + status).path("items")) {
      if (item.path("id").asText().equals(run.toString())) {
        return true;
      }
    }
    return false;
  }

  private static void changePrompt(UUID run) throws SQLException {
    try (Connection connection = POSTGRES.database().getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "UPDATE event SET payload = REPLACE(payload, '\"prompt\":\"', '\"prompt\":\"not ')"
                    + " WHERE run_id = ? AND type = 'phase.started'")) {
      statement.setString(1, run.toString());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }
}
