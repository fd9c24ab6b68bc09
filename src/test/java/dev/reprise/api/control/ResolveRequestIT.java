package dev.reprise.api.control;

import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A verdict on a tool call is accepted only if one is awaited, and only if it is complete. */
class ResolveRequestIT {

  private static final Client OPERATOR = new Client("operator");
  private static final String SEEN =
      "\"call\": {\"phase\": \"only\", \"iteration\": 1, \"digest\": \"%s\"}"
          .formatted("0".repeat(64));
  private static final String VERDICT =
      verdict("\"verdict\": \"RETRY\", \"evidence\": \"I looked.\"");

  @Test
  void isRefusedIfNoneIsAwaited() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    OPERATOR.post(path(run), VERDICT).isProblem(ProblemType.CALL_NOT_OPEN);
  }

  @Test
  void isRefusedWithoutEvidenceOrWithAWrongResult() {
    UUID run = OPERATOR.submit("quick");

    for (String bad :
        List.of(
            "\"verdict\": \"RETRY\"",
            "\"verdict\": \"SUCCEEDED\", \"evidence\": \"I looked.\"",
            "\"verdict\": \"FAILED\", \"evidence\": \"No.\", \"result\": \"x\"")) {
      OPERATOR.post(path(run), verdict(bad)).isProblem(ProblemType.INVALID_VALUE);
    }
    OPERATOR
        .post(path(run), verdict("\"verdict\": \"MAYBE\", \"evidence\": \"I looked.\""))
        .isProblem(ProblemType.WRONG_TYPE);
  }

  @Test
  void isRefusedToViewersAndOtherTenants() {
    UUID run = OPERATOR.submit("quick");

    new Client("viewer").post(path(run), VERDICT).isProblem(ProblemType.FORBIDDEN);
    new Client("ana@acme").post(path(run), VERDICT).isProblem(ProblemType.NOT_FOUND);
  }

  private static String verdict(String members) {
    return "{%s, %s}".formatted(SEEN, members);
  }

  private static String path(UUID run) {
    return "runs/" + run + "/tool-calls/c1:resolve";
  }
}
