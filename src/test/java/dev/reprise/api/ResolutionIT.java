package dev.reprise.api;

import static org.awaitility.Awaitility.await;

import dev.reprise.server.TestServer;
import java.time.Duration;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A verdict on a tool call is taken only where one is awaited, and only whole. */
@ExtendWith(ArquillianExtension.class)
class ResolutionIT {

  private static final Client OPERATOR = new Client("operator");
  private static final String VERDICT = "{\"verdict\": \"RETRY\", \"evidence\": \"I looked.\"}";

  @Deployment(testable = false)
  static WebArchive deployment() {
    return TestServer.war();
  }

  @Test
  void isRefusedWhereNoneIsAwaited() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    OPERATOR.post(path(run), VERDICT).isProblem(ProblemType.CALL_NOT_OPEN);
  }

  @Test
  void isRefusedWithoutEvidenceOrWithAResultThatCannotBe() {
    UUID run = OPERATOR.submit("quick");

    OPERATOR.post(path(run), "{\"verdict\": \"RETRY\"}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR
        .post(path(run), "{\"verdict\": \"SUCCEEDED\", \"evidence\": \"I looked.\"}")
        .isProblem(ProblemType.INVALID_VALUE);
    OPERATOR
        .post(path(run), "{\"verdict\": \"FAILED\", \"evidence\": \"No.\", \"result\": \"x\"}")
        .isProblem(ProblemType.INVALID_VALUE);
    OPERATOR
        .post(path(run), "{\"verdict\": \"MAYBE\", \"evidence\": \"I looked.\"}")
        .isProblem(ProblemType.WRONG_TYPE);
  }

  @Test
  void isNotForViewersNorForOtherTenants() {
    UUID run = OPERATOR.submit("quick");

    new Client("viewer").post(path(run), VERDICT).isProblem(ProblemType.FORBIDDEN);
    new Client("ana@acme").post(path(run), VERDICT).isProblem(ProblemType.NOT_FOUND);
  }

  private static String path(UUID run) {
    return "runs/" + run + "/tool-calls/c1:resolve";
  }
}
