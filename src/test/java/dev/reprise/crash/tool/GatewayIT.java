package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The outer bounds of a server apply, as configured, to all calls that leave the server. */
class GatewayIT {

  private static final ServerOptions NARROW =
      Site.FILES
          .with("REPRISE_BOUND_MODEL_CALLS", "1")
          .with("REPRISE_BOUND_MODEL_SECONDS", "8")
          .with("REPRISE_BOUND_TOOL_SECONDS", "3")
          .with("REPRISE_RETRY_TRANSPORT_ATTEMPTS", "3")
          .with("REPRISE_RETRY_TRANSPORT_BASE_DELAY", "PT2S");

  private static final Site SITE = Site.named("gateway", NARROW);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void stop() {
    SITE.close();
  }

  @Test
  void retryAModelCallAboveTheLimit() {
    UUID one = SITE.submit("ponder", "one");
    UUID other = SITE.submit("ponder", "other");

    List<RecordedRun> both =
        Stream.of(one, other).map(it -> SITE.awaitStatus(it, "COMPLETED").assertSound()).toList();

    List<JsonNode> refused =
        both.stream().flatMap(it -> it.all("model.retrying")).map(GatewayIT::failure).toList();
    assertThat(refused)
        .isNotEmpty()
        .allSatisfy(
            failure -> {
              assertThat(failure.path("code").asText()).isEqualTo("overloaded");
              assertThat(failure.path("message").asText())
                  .contains("at most 1 model calls at once", "reprise.bound.model.calls");
            });
  }

  @Test
  void cancelAReplyThatTakesTooLong() {
    RecordedRun run = SITE.awaitStatus(SITE.submit("dream", "late"), "FAILED").assertSound();

    assertThat(run.count("model.retrying")).isEqualTo(2);
    assertThat(Stream.concat(run.all("model.retrying"), run.all("model.failed")))
        .map(GatewayIT::failure)
        .allSatisfy(
            failure -> {
              assertThat(failure.path("code").asText()).isEqualTo("timeout");
              assertThat(failure.path("message").asText())
                  .contains("8s (reprise.bound.model.seconds)");
            })
        .hasSize(3);
  }

  @Test
  void letTheNextRunCallWhenOneIsCancelled() {
    UUID cancelled = SITE.submit("dream", "cancelled");
    SITE.awaitRecord(cancelled, it -> it.has("phase.started"));
    SITE.runs().cancel(cancelled);
    assertThat(SITE.awaitStatus(cancelled, "CANCELLED").has("model.retrying")).isFalse();

    RecordedRun next = SITE.awaitStatus(SITE.submit("ponder", "next"), "COMPLETED").assertSound();

    assertThat(next.has("model.retrying")).isFalse();
  }

  @Test
  void cancelAToolCall() {
    RecordedRun run =
        SITE.awaitStatus(SITE.submit("hold-looking", SITE.file("looking").toString()), "COMPLETED")
            .assertSound();

    JsonNode failure = failure(run.first("tool-call.failed"));
    assertThat(failure.path("code").asText()).isEqualTo("timeout");
    assertThat(failure.path("message").asText())
        .isEqualTo("hold_looking was stopped after 3s (reprise.bound.tool.seconds)");
    assertThat(SITE.effects("looking")).hasSize(1);
  }

  @Test
  void cancelAToolCallWhoseOutcomeIsThenUnknown() throws IOException {
    UUID run = SITE.submit("hold-again", SITE.file("again").toString());
    SITE.awaitEffects("again", 2); // the first call was cut off, so there is a second

    Files.createFile(HoldTool.gate(SITE.file("again")));

    RecordedRun done = SITE.awaitStatus(run, "COMPLETED").assertSound();
    assertThat(done.count("tool-call.started")).isEqualTo(3);
    assertThat(done.count("tool-call.failed")).isZero();
    assertThat(SITE.effects("again")).hasSize(3);
  }

  private static JsonNode failure(RecordedEvent event) {
    return event.data().path("failure");
  }
}
