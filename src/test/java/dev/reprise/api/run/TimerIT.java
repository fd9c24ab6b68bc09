package dev.reprise.api.run;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The server releases a run that waits for a time; the run then continues by itself. */
class TimerIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void continuesWhenItsTimeHasCome() {
    UUID run = OPERATOR.submit("waits");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(OPERATOR.status(run)).isEqualTo("COMPLETED"));

    RecordedRun record = read(run).assertSound();
    var until = Instant.parse(record.first("tool-call.deferred").data().path("until").asText());
    RecordedEvent waiting = record.first("run.waiting");
    assertThat(waiting.data().path("waitingFor").asText()).isEqualTo("timer");
    assertThat(Instant.parse(waiting.data().path("until").asText())).isEqualTo(until);
    assertThat(record.has("tool-call.completed", "only", "look")).isTrue();
    assertThat(record.first("tool-call.failed").data().path("failure").path("message").asText())
        .contains("'P1000D' is less than nothing or too long");
    assertThat(record.count("run.admitted")).isEqualTo(2);
    assertThat(Instant.parse(record.last().data().path("output").asText())).isAfterOrEqualTo(until);
  }

  @Test
  void isCancelledWhileItWaits() {
    UUID run = OPERATOR.submit("waits-long");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("WAITING"));
    assertThat(OPERATOR.get("runs/" + run).body().path("waitingFor").asText()).isEqualTo("timer");
    JsonNode call = OPERATOR.get("runs/" + run + "/tool-calls").body().path("items").path(0);
    assertThat(call.path("status").asText()).isEqualTo("WAITING");
    assertThat(Instant.parse(call.path("until").asText())).isAfter(Instant.now());

    OPERATOR
        .post(
            "runs/" + run + "/tool-calls/wait:resolve",
            "{%s, \"verdict\": \"RETRY\", \"evidence\": \"I am in a hurry.\"}"
                .formatted(Client.seen(call)))
        .isProblem(ProblemType.CALL_NOT_OPEN);
    OPERATOR.post("runs/" + run + ":cancel", "{}");

    assertThat(OPERATOR.status(run)).isEqualTo("CANCELLED");
  }

  private static RecordedRun read(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return new RecordedRun(stream(items.spliterator(), false).map(RecordedEvent::of).toList());
  }
}
