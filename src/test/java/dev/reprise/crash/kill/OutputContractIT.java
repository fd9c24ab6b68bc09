package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An answer that does not fit its contract is asked for again, whatever happens to the server; an
 * input that does not fit its schema is refused by its members.
 */
class OutputContractIT {

  private static final Site SITE =
      Site.named(
          "contract",
          ServerOptions.DEFAULT.with("REPRISE_AGENTS_DIR", Site.agents("contract").toString()));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void goesOnAskingAfterAKillAndAnswersWithJson() {
    UUID run = SITE.runs().submit("clerk", "effects", order());
    RecordedRun rejected = SITE.awaitRecord(run, it -> it.count("output.rejected") == 1);
    SITE.server().kill();
    SITE.server().start();

    RecordedRun ended = SITE.awaitStatus(run, "COMPLETED").assertContinues(rejected);

    assertThat(ended.count("output.rejected")).isEqualTo(2);
    assertThat(ended.count("model.replied")).isEqualTo(4);
    HttpResponse<String> shown = SITE.runs().http().ask("api/v1/runs/" + run);
    assertThat(shown.body()).contains("12345678901234567890.10");
    JsonNode output = Json.read(shown.body()).path("output");
    assertThat(output.path("currency").asText()).isEqualTo("EUR");
    assertThat(output.path("total").isNumber()).isTrue();
  }

  @Test
  void failsIfNoAnswerFitsAndIsAskedAgainOnRetry() {
    UUID run = SITE.runs().submit("chatty", "effects", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "FAILED");

    JsonNode failed = SITE.runs().http().get("api/v1/runs/" + run);
    assertThat(failed.at("/failure/code").asText()).isEqualTo("output_invalid");
    assertThat(failed.at("/failure/message").asText()).contains("phase 'only'", "not JSON alone");
    assertThat(failed.has("output")).isFalse();

    SITE.runs().retry(run, "once more");
    RecordedRun again = SITE.awaitRecord(run, it -> it.count("run.failed") == 2);
    assertThat(again.count("model.replied")).isGreaterThan(2);
  }

  @Test
  void resultsOfABatchHaveJson() {
    ObjectNode batch =
        JsonNodeFactory.instance.objectNode().put("agent", "clerk").put("workspace", "effects");
    String line = Json.write(order());
    batch.putObject("source").put("lines", line + "\n");
    String id = SITE.runs().http().change("POST", "api/v1/batches", batch).path("id").asText();

    await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                SITE.runs()
                    .http()
                    .get("api/v1/batches/" + id)
                    .path("status")
                    .asText()
                    .equals("COMPLETED"));

    List<JsonNode> results =
        SITE.runs()
            .http()
            .ask("api/v1/batches/%s/results.jsonl".formatted(id))
            .body()
            .lines()
            .map(Json::read)
            .toList();
    assertThat(results)
        .filteredOn(it -> it.path("status").asText().equals("COMPLETED"))
        .singleElement()
        .satisfies(it -> assertThat(it.at("/output/currency").asText()).isEqualTo("EUR"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'lines':[]} | input.lines | at least 1",
        "{'lines':[{'amount':'1'}]} | input.lines[0].amount | number",
        "{'lines':[{}]} | input.lines[0] | 'amount'",
        "{'lines':[{'amount':1}],'customer':5} | input.customer | string",
        "{'lines':[{'amount':1}],'client':'x'} | input | 'client'"
      })
  void refusesAnInputByItsMembers(String input, String path, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "clerk").put("workspace", "effects");
    body.set("input", Json.read(input.replace('\'', '"')));

    HttpResponse<String> refused = SITE.runs().http().tryTo("POST", "api/v1/runs", body);

    assertThat(refused.statusCode()).isEqualTo(422);
    JsonNode problem = Json.read(refused.body());
    assertThat(problem.path("code").asText()).isEqualTo("invalid-input");
    assertThat(problem.path("errors"))
        .anySatisfy(
            it -> {
              assertThat(it.path("path").asText()).isEqualTo(path);
              assertThat(it.path("message").asText()).contains(message);
            });
  }

  @Test
  void aSubmissionWithoutInputHasAnEmptyOne() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "chatty").put("workspace", "effects");

    String run = SITE.runs().http().change("POST", "api/v1/runs", body).path("id").asText();

    JsonNode submitted =
        SITE.runs().http().get("api/v1/runs/%s/events?limit=1".formatted(run)).at("/items/0");
    assertThat(submitted.at("/data/input").isEmpty()).isTrue();
    assertThat(submitted.at("/data/input").isObject()).isTrue();
  }

  private static ObjectNode order() {
    return (ObjectNode)
        Json.read("{\"lines\": [{\"amount\": 1, \"of\": \"tea\"}, {\"amount\": 2}]}");
  }
}
