package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.crash.fixture.Site;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People decide about each model call that may be expensive, whatever happens to the server. */
class ModelCallApprovalIT {

  private final CountDownLatch answers = new CountDownLatch(1);

  @Test
  void makesExactlyTheCallsThatPeopleApproved(@TempDir Path directory) throws IOException {
    try (var stub = StubProvider.start().otherwise(this::answer);
        var site = Site.named("dear", options(stub, prices(directory)))) {
      site.server().start();
      var approver = new JsonClient(site.server(), "approver");
      UUID run = site.submit("clerk", "three notes");
      JsonNode asked = asked(site, approver, run);
      assertThat(asked.path("kind").asText()).isEqualTo("CALL_USD");
      BigDecimal needed = asked.path("needed").decimalValue();
      assertThat(needed).isGreaterThanOrEqualTo(new BigDecimal("0.6"));

      assertThat(decide(approver.as("viewer"), run, "approve", needed).statusCode()).isEqualTo(403);
      assertThat(decide(approver.as("operator"), run, "approve", needed).statusCode())
          .as("who submitted it")
          .isEqualTo(403);
      HttpResponse<String> other = decide(approver, run, "approve", needed.add(BigDecimal.ONE));
      assertThat(other.statusCode()).isEqualTo(409);
      assertThat(other.body()).contains("call-not-open", needed.toPlainString());

      site.server().kill(); // what is to be approved outlives the server
      site.server().start();
      approver = new JsonClient(site.server(), "approver");
      assertThat(decide(approver, run, "approve", needed).statusCode()).isEqualTo(202);
      assertThat(decide(approver, run, "approve", needed).statusCode()).as("again").isEqualTo(409);
      await().atMost(Duration.ofSeconds(30)).until(() -> stub.requests().size() == 1);

      site.server().kill(); // the provider has the call, and charges for it
      answers.countDown();
      site.server().start();
      approver = new JsonClient(site.server(), "approver");
      BigDecimal again = asked(site, approver, run).path("needed").decimalValue();
      assertThat(stub.requests()).as("the approval is used up").hasSize(1);
      assertThat(decide(approver, run, "approve", again).statusCode()).isEqualTo(202);

      BigDecimal second = asked(site, approver, run).path("needed").decimalValue();
      assertThat(decide(approver, run, "deny", second).statusCode()).isEqualTo(202);
      assertThat(decide(approver, run, "approve", second).statusCode()).as("denied").isEqualTo(409);
      RecordedRun denied = site.awaitStatus(run, "PAUSED").assertSound();
      assertThat(denied.events().getLast().data().path("reason").asText()).isEqualTo("so I say");
      assertThat(approver.get("api/v1/approvals").path("items")).isEmpty();

      ObjectNode reason = JsonNodeFactory.instance.objectNode().put("reason", "worth it after all");
      approver.as("admin").change("POST", "api/v1/runs/" + run + ":resume", reason);
      JsonNode third = asked(site, approver, run);
      assertThat(stub.requests()).as("to resume approves nothing").hasSize(2);
      assertThat(decide(approver, run, "approve", third.path("needed").decimalValue()).statusCode())
          .isEqualTo(202);
      await().atMost(Duration.ofSeconds(30)).until(() -> stub.requests().size() == 3);
      JsonNode last = asked(site, approver, run);
      assertThat(decide(approver, run, "approve", last.path("needed").decimalValue()).statusCode())
          .isEqualTo(202);

      site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(stub.requests()).as("three replies, and one that was lost").hasSize(4);
      assertThat(site.runs().http().get("api/v1/runs/" + run + "/ledger").findValuesAsText("kind"))
          .containsExactly("UNANSWERED", "REPLY", "REPLY", "REPLY");
    }
  }

  /** As many people as for a call of a tool, with reminders, a colleague and the history. */
  @Test
  void isAnApprovalLikeThatOfACallOfATool(@TempDir Path directory) throws IOException {
    answers.countDown();
    try (var stub = StubProvider.start().otherwise(this::answer);
        var site =
            Site.named(
                "dear-of-two",
                options(stub, prices(directory))
                    .withUser("bo", "approvers")
                    .withUser("cy", "approvers")
                    .with("REPRISE_APPROVALS_REMIND_AFTER", "PT1S")
                    .with("REPRISE_APPROVALS_AGENT_CLERK_QUORUM", "2"))) {
      site.server().start();
      var bo = new JsonClient(site.server(), "bo");
      UUID run = site.submit("clerk", "three notes");
      BigDecimal needed = asked(site, bo, run).path("needed").decimalValue();

      assertThat(decide(bo, run, "approve", needed).statusCode()).isEqualTo(202);
      assertThat(decide(bo, run, "approve", needed).statusCode()).as("one person").isEqualTo(409);
      assertThat(site.runs().status(run)).isEqualTo("PAUSED");
      assertThat(stub.requests()).isEmpty();
      site.server().kill(); // what one of them said outlives the server
      site.server().start();
      bo = new JsonClient(site.server(), "bo");
      JsonNode modelCall = bo.get("api/v1/approvals").path("items").get(0).path("modelCall");
      assertThat(modelCall.path("approval").path("quorum").asInt()).isEqualTo(2);
      assertThat(modelCall.path("approval").path("approvedBy").path(0).asText()).isEqualTo("bo");
      assertThat(modelCall.path("until").asText()).isNotEmpty();
      assertThat(delegate(bo, run, needed).statusCode()).as("of several").isEqualTo(400);
      site.awaitRecord(run, record -> record.has("tool-call.reminded"));

      assertThat(decide(bo.as("cy"), run, "approve", needed).statusCode()).isEqualTo(202);
      await().atMost(Duration.ofSeconds(30)).until(() -> stub.requests().size() == 1);

      JsonNode first = bo.get("api/v1/runs/" + run + "/approvals").path("items").get(0);
      assertThat(first.path("tool").asText()).isEqualTo("model-call");
      assertThat(first.path("userApproved").asBoolean()).isTrue();
      assertThat(first.path("history").findValuesAsText("kind"))
          .contains("ASKED_TO_APPROVE", "APPROVED", "REMINDED");
      assertThat(first.path("history").findValuesAsText("by")).containsExactly("bo", "cy");
    }
  }

  @Test
  void isPassedOnToAColleague(@TempDir Path directory) throws IOException {
    answers.countDown();
    try (var stub = StubProvider.start().otherwise(this::answer);
        var site =
            Site.named(
                "dear-passed-on", options(stub, prices(directory)).withUser("bo", "approvers"))) {
      site.server().start();
      var approver = new JsonClient(site.server(), "approver");
      UUID run = site.submit("clerk", "three notes");
      BigDecimal needed = asked(site, approver, run).path("needed").decimalValue();

      assertThat(delegate(approver, run, needed).statusCode()).isEqualTo(202);

      assertThat(approver.as("bo").get("api/v1/approvals?assignedTo=me").path("items")).hasSize(1);
      HttpResponse<String> mine = decide(approver, run, "approve", needed);
      assertThat(mine.statusCode()).isEqualTo(409);
      assertThat(mine.body()).contains("passed on to 'bo'");
      assertThat(decide(approver.as("bo"), run, "approve", needed).statusCode()).isEqualTo(202);
      await().atMost(Duration.ofSeconds(30)).until(() -> stub.requests().size() == 1);
      site.awaitRecord(run, record -> record.has("tool-call.assigned")).assertSound();
    }
  }

  private static HttpResponse<String> delegate(JsonClient person, UUID run, BigDecimal needed) {
    return person.tryTo(
        "POST",
        "api/v1/runs/%s/model-call:delegate".formatted(run),
        JsonNodeFactory.instance.objectNode().put("needed", needed).put("to", "bo"));
  }

  /** Waits until the inbox has the run, and returns the limit that its next call would cross. */
  private static JsonNode asked(Site site, JsonClient approver, UUID run) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !approver.get("api/v1/approvals").path("items").isEmpty());
    JsonNode item = approver.get("api/v1/approvals").path("items").get(0);
    assertThat(item.path("run").asText()).isEqualTo(run.toString());
    assertThat(site.runs().status(run)).isEqualTo("PAUSED");
    assertThat(item.path("modelCall").path("mayDecide").path("role").asText())
        .isEqualTo("approver");
    assertThat(item.path("modelCall").path("mayDecide").path("notBy").path(0).asText())
        .isEqualTo("operator");
    assertThat(approver.get("api/v1/runs/" + run + "/tool-calls").path("modelCall"))
        .isEqualTo(item.path("modelCall"));
    return item.path("budget").path("reached");
  }

  private static HttpResponse<String> decide(
      JsonClient person, UUID run, String decision, BigDecimal needed) {
    ObjectNode body =
        JsonNodeFactory.instance.objectNode().put("needed", needed).put("reason", "so I say");
    return person.tryTo("POST", "api/v1/runs/%s/model-call:%s".formatted(run, decision), body);
  }

  /** The first answer comes after its server is gone. */
  private StubAnswer answer() {
    try {
      answers.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new OpenAiWire(true, new Usage(10, 990, 0, 0)).says("Noted.");
  }

  private static Path prices(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("prices.yaml"),
        """
        - {provider: acme, model: stub-1, input: 10, output: 600,
           date: 2026-11-01, source: "https://example.org/prices"}
        """);
  }

  private static ServerOptions options(StubProvider stub, Path prices) {
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", Site.agents("money").toString())
        .with("REPRISE_APPROVALS_BY_SUBMITTER", "false")
        .with("REPRISE_LEASE", "PT3S")
        .with("REPRISE_PRICES_FILE", prices.toString())
        .with("REPRISE_MODELS", "acme")
        .with("REPRISE_MODELS_ACME_KIND", "openai")
        .with("REPRISE_MODELS_ACME_BASE_URL", stub.url("/v1").toString())
        .with("REPRISE_MODELS_ACME_API_KEY_FROM", "HIDDEN_PLACE")
        .with("HIDDEN_PLACE", "sk-of-the-approval-test");
  }
}
