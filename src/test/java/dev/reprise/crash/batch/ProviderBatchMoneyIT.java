package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.model.provider.OpenAiStubBatches;
import dev.reprise.model.provider.StubBatches.Fate;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A batch of a provider is approved, permitted and reserved before the provider gets it. Each
 * request is expected to cost a little more than 0.1 USD, and the day has 0.35.
 */
class ProviderBatchMoneyIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void nothingIsSentBeyondWhatIsApprovedPermittedAndLeftOfTheDay() throws Exception {
    try (var provider = new OpenAiStubBatches(Instant.now());
        var site = site(provider)) {
      site.server().start();
      JsonNode stop =
          Json.read(site.admin("api/v1/admin/kill-switches", off("MODEL_CALLS")).body());
      UUID id = site.submit(request("acme"), BatchSite.items(10, i -> "item " + i));

      JsonNode held = site.awaitStatus(id, "WAITING");
      assertThat(held.path("reason").asText()).startsWith("calls of models are switched off by");
      assertThat(Instant.parse(held.path("heldUntil").asText())).isAfter(Instant.now());
      site.admin(
          "api/v1/admin/kill-switches/%s:release".formatted(stop.path("id").asText()),
          Json.mapper().createObjectNode());
      goOn(site, id);

      JsonNode asks = awaitHeld(site, id, "a person must approve from 1 USD on");
      BigDecimal needed = asks.path("neededUsd").decimalValue();
      assertThat(needed).isBetween(new BigDecimal("1.0"), new BigDecimal("1.1"));
      assertThat(site.approve(id, needed.add(BigDecimal.ONE))).isEqualTo(409);
      assertThat(provider.createdCount()).isZero();
      assertThat(approveByCommand(site, id, needed)).isZero();

      JsonNode late = awaitHeld(site, id, "the limit of the tenant's runs today (UTC) is 0.35 USD");
      assertThat(late.has("neededUsd")).isFalse();
      assertThat(provider.sizes()).containsExactly(3);
      assertThat(spent(site)).isBetween(new BigDecimal("0.3"), new BigDecimal("0.35"));
      assertThat(site.approve(id, needed)).as("once more").isEqualTo(409);

      provider.end("completed", Fate.REPLIED, Fate.REPLIED, Fate.EXPIRED);
      await().atMost(PATIENCE).until(() -> provider.createdCount() == 2);
      await()
          .atMost(PATIENCE)
          .until(() -> site.batch(id).path("receipt").path("completed").asInt() == 2);
      assertThat(provider.sizes())
          .as("what replies did not cost is used again")
          .containsExactly(3, 3);
      assertThat(spent(site)).isBetween(new BigDecimal("0.3"), new BigDecimal("0.35"));
      site.act(id, "cancel");
    }
  }

  /** What is readable is kept, and what the provider did not count is paid as it was expected. */
  @Test
  void repliesThatCannotBeReadOrAreNotCountedArePaid() throws Exception {
    try (var provider = new OpenAiStubBatches(Instant.now());
        var site = site(provider)) {
      site.server().start();
      UUID id = site.submit(request("acme"), BatchSite.items(3, i -> "item " + i));
      await().atMost(PATIENCE).until(() -> provider.createdCount() == 1);

      provider.end("completed", Fate.REPLIED, Fate.UNREADABLE, Fate.UNCOUNTED);
      JsonNode ended = site.awaitStatus(id, "COMPLETED");

      assertThat(ended.path("receipt").path("completed").asInt()).isEqualTo(2);
      assertThat(ended.path("receipt").path("failed").asInt()).isEqualTo(1);
      assertThat(provider.singleCalls()).isZero();
      List<JsonNode> results = site.results(id, 0);
      assertThat(results)
          .filteredOn(it -> it.has("error"))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.path("error").path("code").asText()).isEqualTo("unreadable_reply");
                assertThat(it.path("error").path("message").asText()).contains("cannot be read");
                assertThat(it.path("cost").path("usd").asDouble()).isBetween(0.1, 0.11);
              });
      assertThat(results)
          .filteredOn(it -> it.path("cost").path("tokens").asLong() >= 1_000)
          .as("as expected")
          .hasSize(2);
      assertThat(spent(site)).isBetween(new BigDecimal("0.2"), new BigDecimal("0.25"));
    }
  }

  /** The run of such an item meets the budget, like one of any batch. */
  @Test
  void aRequestBeyondTheAgentsBudgetIsInNoBatchOfTheProvider() throws Exception {
    try (var provider = new OpenAiStubBatches(Instant.now());
        var site = site(provider)) {
      site.server().start();

      UUID id = site.submit(request("poor"), BatchSite.items(2, i -> "item " + i));

      await()
          .atMost(PATIENCE)
          .until(() -> site.batch(id).path("receipt").path("failed").asInt() == 2);
      assertThat(site.results(id, 0))
          .allSatisfy(
              it ->
                  assertThat(it.path("error").path("code").asText()).isEqualTo("budget_exceeded"));
      assertThat(provider.createdCount() + provider.singleCalls()).isZero();
    }
  }

  private static int approveByCommand(BatchSite site, UUID id, BigDecimal usd) throws Exception {
    return CommandLine.run(
            Map.of(
                "REPRISE_SERVER", site.server().baseUri().toString(),
                "REPRISE_USER", "approver",
                "REPRISE_PASSWORD", site.server().credentials().passwordOf("approver")),
            "batch",
            "approve",
            id.toString(),
            "--usd",
            usd.toPlainString())
        .exitCode();
  }

  private static JsonNode awaitHeld(BatchSite site, UUID id, String reason) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> site.batch(id),
            it ->
                it.path("status").asText().equals("WAITING")
                    && it.path("reason").asText().contains(reason));
  }

  /** Lets a held batch be tried at once. */
  private static void goOn(BatchSite site, UUID id) {
    site.act(id, "pause");
    site.awaitStatus(id, "PAUSED");
    site.act(id, "resume");
  }

  private static BigDecimal spent(BatchSite site) {
    for (JsonNode limit : site.http().get("api/v1/budgets").path("items")) {
      if (limit.path("unit").asText().equals("usd")) {
        return limit.path("spent").decimalValue();
      }
    }
    throw new AssertionError("there is no limit in USD");
  }

  private static ObjectNode off(String kind) {
    return Json.mapper().createObjectNode().put("kind", kind).put("reason", "stop");
  }

  private static ObjectNode request(String agent) {
    return BatchSite.request().put("agent", agent).put("mode", "provider-batch");
  }

  private static BatchSite site(OpenAiStubBatches provider) throws IOException {
    ServerOptions options =
        ServerOptions.DEFAULT
            .with("REPRISE_BATCHES_POLL_INTERVAL", "PT1S")
            .with("REPRISE_BUDGETS_DAY_USD", "0.35")
            .with("REPRISE_APPROVALS_ASK_FROM", "1")
            .with("REPRISE_MODELS", "acme")
            .with("REPRISE_MODELS_ACME_KIND", "openai")
            .with("REPRISE_MODELS_ACME_BASE_URL", provider.url("/v1").toString());
    BatchSite site = BatchSite.named("provider-money", options, 20);
    for (String agent : List.of("acme", "poor")) {
      Files.writeString(
          site.place().resolve("agents/%s.yaml".formatted(agent)),
          """
          name: %s
          description: Says what it was asked.
          phases:
            - {name: only, prompt: "Repeat: {{input.text}}"}
          model: {provider: acme, name: parrot}
          %s
          """
              .formatted(
                  agent, agent.equals("poor") ? "budget: {usd: 0.05, onExceeded: fail}" : ""));
    }
    Files.writeString(
        site.place().resolve("prices.yaml"),
        """
        - {provider: acme, model: "*", input: 100, output: 200,
           date: 2026-11-01, source: "https://example.org/prices"}
        """);
    return site;
  }
}
