package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.server.ServerOptions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of a batch on one server. */
class BatchIT {

  private static final BatchSite SITE = BatchSite.named("batches", ServerOptions.DEFAULT, 20);

  @BeforeAll
  static void start() {
    SITE.server().start();
    SITE.refuseBad(true);
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void eachItemEndsOnceAndAPoisonItemStopsNoOther() {
    UUID id =
        SITE.submit(
            BatchSite.request(), BatchSite.items(60, i -> (i == 7 ? "bad " : "first ") + i));

    JsonNode batch = SITE.awaitStatus(id, "COMPLETED");

    JsonNode receipt = batch.path("receipt");
    assertThat(receipt.path("completed").asInt()).as(batch.toString()).isEqualTo(59);
    assertThat(receipt.path("failed").asInt()).isEqualTo(1);
    assertThat(receipt.path("usd").decimalValue()).isEqualByComparingTo("0.118"); // 59 x 0.002
    assertThat(SITE.calls().stream().filter(it -> it.startsWith("first")))
        .hasSize(59)
        .doesNotHaveDuplicates();
    List<JsonNode> results = SITE.results(id, 0);
    assertThat(results)
        .extracting(it -> it.path("key").asText())
        .hasSize(60)
        .doesNotHaveDuplicates();
    JsonNode poison =
        results.stream()
            .filter(it -> it.path("key").asText().equals("7"))
            .findFirst()
            .orElseThrow();
    assertThat(poison.path("status").asText()).isEqualTo("FAILED");
    assertThat(poison.path("error").path("message").asText()).contains("this prompt is bad");
    assertThat(results.getFirst().path("output").asText()).startsWith("seen first");
    assertThat(SITE.results(id, results.get(49).path("number").asLong())).hasSize(10);
  }

  @Test
  void retriesWhatFailedAndNothingElse() {
    UUID id =
        SITE.submit(
            BatchSite.request(), BatchSite.items(10, i -> (i % 5 == 0 ? "bad " : "again ") + i));
    SITE.awaitStatus(id, "COMPLETED");
    SITE.refuseBad(false);

    SITE.act(id, "retry-failed");

    JsonNode batch = SITE.awaitStatus(id, "COMPLETED");
    SITE.refuseBad(true);
    assertThat(batch.path("receipt").path("completed").asInt()).as(batch.toString()).isEqualTo(10);
    assertThat(batch.path("receipt").path("failed").asInt()).isZero();
    assertThat(SITE.calls().stream().filter(it -> it.startsWith("again"))).hasSize(8);
  }

  @Test
  void runsNoKeyAgainThatWasCompletedUnderTheName() {
    ObjectNode named = BatchSite.request().put("name", "mails");
    SITE.awaitStatus(SITE.submit(named, BatchSite.items(5, i -> "named " + i)), "COMPLETED");

    UUID second = SITE.submit(named, BatchSite.items(8, i -> "named " + i));

    JsonNode batch = SITE.awaitStatus(second, "COMPLETED");
    assertThat(batch.path("receipt").path("skipped").asInt()).isEqualTo(5);
    assertThat(batch.path("receipt").path("completed").asInt()).isEqualTo(3);
    assertThat(SITE.calls().stream().filter(it -> it.startsWith("named"))).hasSize(8);
    assertThat(SITE.results(second, 0))
        .allSatisfy(it -> assertThat(it.path("output").asText()).startsWith("seen named"));
  }
}
