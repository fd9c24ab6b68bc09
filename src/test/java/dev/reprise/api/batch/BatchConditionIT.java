package dev.reprise.api.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** People act on a batch as they have seen it. */
class BatchConditionIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void anActOnABatchThatHasMovedOnIsRefused() {
    String body =
        """
        {"agent": "quick", "workspace": "test",
         "source": {"lines": "{\\"topic\\": \\"tea\\", \\"author\\": {\\"name\\": \\"Ana\\"}}"}}
        """;
    String batch = "batches/" + OPERATOR.post("batches", body).body().path("id").asText();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> OPERATOR.get(batch).body().path("status").asText().equals("COMPLETED"));
    String tag = OPERATOR.get(batch).header("ETag");

    assertThat(tag).contains("COMPLETED");
    act(batch + ":cancel", "\"0-QUEUED-\"").isProblem(ProblemType.PRECONDITION_FAILED);
    act(batch + ":cancel", tag).isProblem(ProblemType.BATCH_ENDED);
    act(batch + ":retry-failed", "*").isProblem(ProblemType.NOTHING_TO_RETRY);
  }

  private static Answer act(String path, String ifMatch) {
    return Client.send(
        OPERATOR
            .request(path)
            .header("Content-Type", "application/json")
            .header("If-Match", ifMatch)
            .POST(BodyPublishers.ofString("{}")));
  }
}
