package dev.reprise.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A decision that one person passes on to another. */
class CallDelegationIT {

  private static final Client ANA = new Client("operator");
  private static final Client OLA = new Client("approver");

  private UUID run = new UUID(0, 0);
  private String seen = "";

  @BeforeEach
  void submit() {
    run = ANA.submit("same-ids");
    await().atMost(Duration.ofSeconds(30)).until(() -> ANA.status(run).equals("WAITING"));
    seen = ANA.seen(run, "call-1");
  }

  @AfterEach
  void cancel() {
    ANA.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void isTheColleaguesAlone() {
    assertThat(delegate(ANA, "\"approver\"").status()).isEqualTo(202);
    assertThat(ANA.status(run)).isEqualTo("WAITING");
    assertThat(call().path("assignedTo").asText()).isEqualTo("approver");
    assertThat(ANA.seen(run, "call-1")).as("the call is the same").isEqualTo(seen);

    Client.Answer refused = say(ANA, ":approve", "").isProblem(ProblemType.CALL_NOT_OPEN);
    assertThat(refused.body().path("detail").asText()).contains("passed on to 'approver'");

    Client.Answer wrong =
        say(OLA, ":answer", ", \"answer\": \"yes\"").isProblem(ProblemType.CALL_NOT_OPEN);
    assertThat(wrong.body().path("detail").asText()).contains("does not wait for this");

    assertThat(say(OLA, ":approve", "").status()).isEqualTo(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> count("tool-call.completed") == 1);
    assertThat(count("tool-call.assigned")).isEqualTo(1);
    Client.Answer late = say(ANA, ":approve", "").isProblem(ProblemType.CALL_DECIDED);
    assertThat(late.body().path("detail").asText()).contains("was approved by 'approver'");
  }

  @Test
  void namesAColleagueAndTheCallAsItIs() {
    delegate(ANA, "\"\"").isProblem(ProblemType.INVALID_VALUE);
    delegate(ANA, "\"a\\u0000b\"").isProblem(ProblemType.INVALID_VALUE);
    String stale = seen.replaceFirst("[0-9a-f]{64}", "0".repeat(64));
    ANA.post(path(":delegate"), "{" + stale + ", \"to\": \"approver\"}")
        .isProblem(ProblemType.CALL_NOT_OPEN);

    assertThat(
            delegate(ANA, "\"api-key:none\"")
                .isProblem(ProblemType.INVALID_VALUE)
                .body()
                .path("detail")
                .asText())
        .isEqualTo("to must be the name under which a person logs in; 'api-key:none' is none");
    assertThat(count("tool-call.assigned")).isZero();
    assertThat(delegate(ANA, "\"nadia\"").status()).as("who may have a token").isEqualTo(202);
  }

  private Client.Answer delegate(Client person, String to) {
    return say(person, ":delegate", ", \"to\": " + to);
  }

  private Client.Answer say(Client person, String action, String more) {
    return person.post(path(action), "{" + seen + more + "}");
  }

  private String path(String action) {
    return "runs/" + run + "/tool-calls/call-1" + action;
  }

  private JsonNode call() {
    return ANA.get("runs/" + run + "/tool-calls").body().path("items").path(0);
  }

  private long count(String type) {
    return ANA.get("runs/" + run + "/events")
        .body()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asText().equals(type))
        .count();
  }
}
