package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.model.provider.AnthropicStubBatches;
import dev.reprise.model.provider.OpenAiStubBatches;
import dev.reprise.model.provider.StubBatches;
import dev.reprise.model.provider.StubBatches.Fate;
import dev.reprise.platform.Json;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Batches of providers answer the items of batches, although the answers to both submissions are
 * lost and the server is killed meanwhile.
 */
class ProviderBatchIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final BigDecimal TWO = new BigDecimal(2);

  @Test
  void submitsNothingTwiceAndPaysHalf() throws Exception {
    Instant now = Instant.now();
    try (var openAi = new OpenAiStubBatches(now);
        var anthropic = new AnthropicStubBatches(now);
        var site = site(openAi, anthropic)) {
      site.server().start();
      assertRefusesOtherModels(site);
      openAi.loseAfter("POST", "/v1/batches");
      anthropic.loseAfter("POST", "/v1/messages/batches");
      String items = BatchSite.items(3, i -> "item " + i);
      UUID first = site.submit(request("acme"), items);
      UUID second = site.submit(request("claude"), items);
      await().atMost(PATIENCE).until(() -> openAi.createdCount() + anthropic.createdCount() == 2);
      site.awaitStatus(first, "WAITING");
      site.awaitStatus(second, "WAITING");
      await("one is found, and the other undecided")
          .atMost(PATIENCE)
          .until(
              () ->
                  openAi.wasAsked("GET", "/v1/batches/batch_1")
                      && anthropic.wasAsked("GET", "/v1/messages/batches?"));

      site.server().kill();
      site.server().start();
      openAi.end("completed", Fate.REPLIED, Fate.REPLIED, Fate.EXPIRED);
      anthropic.end("ended", Fate.REPLIED, Fate.REPLIED, Fate.EXPIRED);

      assertIsAnswered(site, first, openAi);
      assertIsAnswered(site, second, anthropic);
    }
  }

  private static void assertRefusesOtherModels(BatchSite site) {
    HttpResponse<String> refused =
        site.http()
            .send(
                "api/v1/batches:lines",
                "application/x-ndjson",
                Json.write(BatchSite.request().put("mode", "provider-batch")) + "\n{\"id\":1}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body())
        .contains("model provider 'counting' does not answer in batches")
        .contains("[acme, claude]");
  }

  /** The provider answered two items, and the run of the third called the model. */
  private static void assertIsAnswered(BatchSite site, UUID id, StubBatches stub) {
    JsonNode batch = site.awaitStatus(id, "COMPLETED");
    assertThat(batch.path("receipt").path("completed").asInt()).as(batch.toString()).isEqualTo(3);
    assertThat(batch.path("mode").asText()).isEqualTo("provider-batch");
    assertThat(stub.createdCount()).as("batches at the provider").isEqualTo(1);
    assertThat(stub.singleCalls()).isEqualTo(1);
    List<JsonNode> results = site.results(id, 0);
    assertThat(results)
        .extracting(it -> it.path("key").asText())
        .containsExactlyInAnyOrder("1", "2", "3");
    BigDecimal whole = usd(results, "3");
    assertThat(whole).isPositive();
    assertThat(usd(results, "1").multiply(TWO)).isEqualByComparingTo(whole);
    assertThat(usd(results, "2").multiply(TWO)).isEqualByComparingTo(whole);
    assertThat(result(results, "1").path("output").asText()).startsWith("to ").endsWith("-1");
    assertThat(result(results, "2").path("output").asText()).startsWith("to ").endsWith("-2");
    assertThat(result(results, "3").path("output").asText()).isEqualTo("singly");
  }

  private static BigDecimal usd(List<JsonNode> results, String key) {
    return result(results, key).path("cost").path("usd").decimalValue();
  }

  private static JsonNode result(List<JsonNode> results, String key) {
    return results.stream()
        .filter(it -> it.path("key").asText().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode request(String agent) {
    return BatchSite.request().put("agent", agent).put("mode", "provider-batch");
  }

  private static BatchSite site(StubBatches openAi, StubBatches anthropic) throws IOException {
    ServerOptions options =
        ServerOptions.DEFAULT
            .with("REPRISE_LEASE", "PT3S")
            .with("REPRISE_BATCHES_POLL_INTERVAL", "PT1S")
            .with("REPRISE_MODELS", "acme,claude")
            .with("REPRISE_MODELS_ACME_KIND", "openai")
            .with("REPRISE_MODELS_ACME_BASE_URL", openAi.url("/v1").toString())
            .with("REPRISE_MODELS_CLAUDE_KIND", "anthropic")
            .with("REPRISE_MODELS_CLAUDE_BASE_URL", anthropic.url("/v1").toString());
    BatchSite site = BatchSite.named("provider-batches", options, 20);
    for (String provider : List.of("acme", "claude")) {
      Files.writeString(
          site.place().resolve("agents/%s.yaml".formatted(provider)),
          """
          name: %1$s
          description: Says what it was asked.
          phases:
            - {name: only, prompt: "Repeat: {{input.text}}"}
          model: {provider: %1$s, name: parrot}
          """
              .formatted(provider));
    }
    Files.writeString(
        site.place().resolve("prices.yaml"),
        """
        - {provider: acme, model: "*", input: 100, output: 200,
           date: 2026-11-01, source: "https://example.org/prices"}
        - {provider: claude, model: "*", input: 100, output: 200,
           date: 2026-11-01, source: "https://example.org/prices"}
        - {provider: counting, model: "*", input: 100, output: 200,
           date: 2026-11-01, source: "https://example.org/prices"}
        """);
    return site;
  }
}
