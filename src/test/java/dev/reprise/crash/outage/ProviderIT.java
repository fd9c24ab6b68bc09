package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.crash.fixture.EventStreamReader;
import dev.reprise.crash.fixture.FileSearch;
import dev.reprise.crash.fixture.Site;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A run uses a provider over HTTP that fails in the ways of providers, and outlives a kill
 * meanwhile.
 */
class ProviderIT {

  private static final String KEY = "sk-of-the-provider-test-77";
  private static final String ANSWER = "I have written a line. ".repeat(30);
  private static final OpenAiWire WIRE = new OpenAiWire(true);

  @Test
  void retriesUntilItHasAReplyAndNeverRepeatsARecordedCall() throws InterruptedException {
    try (var stub = StubProvider.start();
        var site = Site.named("provider", options(stub))) {
      System.out.println("start with a provider: " + site.server().start());
      assertThat(stub.requests()).as("asked by the start").isEmpty();
      stub.then(
          WIRE.error(529, "overloaded_error", "busy"),
          WIRE.says(List.of(append(site.file("effects")))),
          WIRE.says(ANSWER).half(StubAnswer.Ending.CUT),
          WIRE.says(ANSWER).half(StubAnswer.Ending.STALL));
      UUID id = site.submit("reader", "effects");
      var reader = EventStreamReader.start(id, List.of(site));
      await().atMost(Duration.ofSeconds(60)).until(() -> stub.requests().size() == 4);
      RecordedRun before = site.awaitRecord(id, run -> run.count("model.retrying") == 2);
      stub.then(WIRE.error(429, "rate_limit_error", "slow down").with("Retry-After", "20"));
      UUID waiter = site.submit("waiter", "nowhere");
      RecordedRun waiting = site.awaitRecord(waiter, run -> run.has("run.waiting"));
      await().until(() -> reader.live().stream().anyMatch(ProviderIT::isOfTheAnswer));

      site.server().kill();
      await().until(() -> stub.abandoned() == 1);
      stub.then(WIRE.says(ANSWER), WIRE.says(ANSWER));
      site.server().start();

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound().assertContinues(before);
      assertThat(run.last().data().path("output").asText()).isEqualTo(ANSWER);
      assertThat(run.events().stream().filter(it -> it.type().equals("model.retrying")))
          .extracting(it -> it.data().path("failure").path("code").asText())
          .containsExactly("overloaded", "stream_reset");
      assertThat(site.effects("effects")).containsExactly("a line");
      assertThat(run.count("model.replied")).isEqualTo(2);
      assertThat(run.first("model.replied").data().path("usage").path("inputTokens").asInt())
          .isEqualTo(30);
      assertThat(run.first("model.replied").data().path("metadata").path("id").asText())
          .isEqualTo("chatcmpl-7");
      assertWasAskedAgain(
          site.awaitStatus(waiter, "COMPLETED").assertSound().assertContinues(waiting));
      reader.assertSawAll(run.events());
      assertWhatWasAsked(stub);
      site.server().stop();
      assertThat(FileSearch.of(KEY, site.server().directory())).isEmpty();
    }
  }

  /** The attempt after the one that was cut off; the stream holds back its last part. */
  private static boolean isOfTheAnswer(JsonNode told) {
    return told.path("iteration").asInt() == 2
        && told.path("attempt").asInt() == 2
        && told.path("offset").asInt() == 0
        && ANSWER.startsWith(told.path("text").asText("?"));
  }

  /**
   * Checks that the retry came at the time that the provider set, which the kill has not changed.
   */
  private static void assertWasAskedAgain(RecordedRun run) {
    assertThat(run.count("model.retrying")).isEqualTo(1);
    JsonNode retrying = run.first("model.retrying").data();
    assertThat(retrying.path("failure").path("code").asText()).isEqualTo("rate_limited");
    Instant next = Instant.parse(retrying.path("next").asText());
    assertThat(next).isAfterOrEqualTo(run.first("phase.started").at().plusSeconds(20));
    assertThat(run.first("run.waiting").data().path("waitingFor").asText()).isEqualTo("retry");
    assertThat(run.first("model.replied").at()).isAfterOrEqualTo(next);
  }

  /**
   * The run requests the call twice, once with a failure, and the answer after it three times. The
   * waiting run sends two requests.
   */
  private static void assertWhatWasAsked(StubProvider stub) {
    assertThat(stub.requests())
        .extracting(ProviderIT::resultsIn)
        .startsWith(0, 0, 1, 1, 0)
        .containsExactlyInAnyOrder(0, 0, 1, 1, 0, 1, 0);
    assertThat(stub.requests())
        .allSatisfy(
            request ->
                assertThat(request.headers()).containsEntry("authorization", "Bearer " + KEY));
  }

  private static int resultsIn(StubProvider.Request request) {
    int results = 0;
    for (JsonNode message : Json.read(request.body()).path("messages")) {
      results += message.path("role").asText().equals("tool") ? 1 : 0;
    }
    return results;
  }

  private static Block append(Path file) {
    var arguments = "{\"path\":\"%s\",\"content\":\"a line\\n\"}".formatted(file.getFileName());
    return new Block.Call(new ToolCall("call_1", "append_file", new JsonValue(arguments)));
  }

  private static ServerOptions options(StubProvider stub) {
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", Site.agents("provider").toString())
        .with("REPRISE_MODELS", "acme")
        .with("REPRISE_MODELS_ACME_KIND", "openai")
        .with("REPRISE_MODELS_ACME_BASE_URL", stub.url("/v1").toString())
        .with("REPRISE_MODELS_ACME_API_KEY_FROM", "HIDDEN_PLACE")
        .with("HIDDEN_PLACE", KEY);
  }
}
