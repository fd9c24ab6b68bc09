package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may approve calls, and who may do nothing else. */
class ApproverIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client APPROVER = new Client("approver");

  /** Of a tenant in which the submitter of a run may not approve its calls. */
  private static final Client SUBMITTER = new Client("bo@beta");

  private static final Client OTHER = new Client("eve@beta");

  @Test
  void anApproverDecidesAndDirectsNothing() {
    UUID run = waiting(OPERATOR);

    APPROVER
        .post("runs", Client.submission("same-ids", "{}", "test"))
        .isProblem(ProblemType.FORBIDDEN);
    APPROVER
        .post("runs/" + run + ":steer", "{\"message\": \"Stop.\"}")
        .isProblem(ProblemType.FORBIDDEN);
    APPROVER.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.FORBIDDEN);
    assertThat(approve(APPROVER, run)).isEqualTo(202);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void theSubmitterMayNotApproveIfTheTenantSaysSo() {
    UUID run = waiting(SUBMITTER);

    SUBMITTER
        .post(
            "runs/" + run + "/tool-calls/call-1:approve", "{" + SUBMITTER.seen(run, "call-1") + "}")
        .isProblem(ProblemType.FORBIDDEN);
    assertThat(SUBMITTER.status(run)).isEqualTo("WAITING");
    assertThat(OTHER.get("runs/" + run + "/tool-calls").body().findValuesAsText("notBy"))
        .as("which people see before")
        .containsExactly("bo@beta");
    assertThat(approve(OTHER, run)).isEqualTo(202);
    SUBMITTER.post("runs/" + run + ":cancel", "{}");
  }

  private static int approve(Client person, UUID run) {
    return person
        .post("runs/" + run + "/tool-calls/call-1:approve", "{" + person.seen(run, "call-1") + "}")
        .status();
  }

  private static UUID waiting(Client submitter) {
    UUID run = submitter.submit("same-ids");
    await().atMost(Duration.ofSeconds(30)).until(() -> submitter.status(run).equals("WAITING"));
    return run;
  }
}
