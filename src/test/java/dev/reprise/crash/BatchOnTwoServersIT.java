package dev.reprise.crash;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.Stopwatch;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A batch on two servers that share one PostgreSQL. The server that holds its job is killed, and
 * later the other one.
 */
@Tag("postgresql")
class BatchOnTwoServersIT {

  /** The system property {@code batch.items} sets it, for example to 10,000. */
  private static final int ITEMS = Integer.getInteger("batch.items", 1_000);

  private static final int RUNNING = 16;

  @Test
  void eachItemEndsOnceWhoeverDies() {
    try (var postgres = PostgresProcess.start("batch");
        BatchSite one = BatchSite.named("batch-one", options(postgres), 50);
        BatchSite two = one.beside("batch-two", options(postgres))) {
      one.server().start();
      two.server().start();
      one.refuseBad(true);
      var stopwatch = Stopwatch.start();
      UUID id =
          one.submit(request(), BatchSite.items(ITEMS, i -> (i == 77 ? "bad " : "item ") + i));

      one.awaitEnded(id, ITEMS / 4);
      boolean isHeldByOne = one.holds(id);
      BatchSite first = isHeldByOne ? one : two;
      BatchSite second = isHeldByOne ? two : one;
      first.server().kill();
      second.awaitEnded(id, ITEMS / 2);
      first.server().start();
      second.server().kill();

      JsonNode batch = first.awaitStatus(id, "COMPLETED");

      System.out.printf("%d items on two servers with two kills: %s%n", ITEMS, stopwatch.elapsed());
      JsonNode receipt = batch.path("receipt");
      assertThat(receipt.path("completed").asInt()).as(batch.toString()).isEqualTo(ITEMS - 1);
      assertThat(receipt.path("failed").asInt()).isEqualTo(1);
      List<JsonNode> results = first.results(id, 0);
      assertThat(results)
          .extracting(it -> it.path("key").asText())
          .hasSize(ITEMS)
          .doesNotHaveDuplicates();
      assertThat(results).extracting(it -> it.path("run").asText()).doesNotHaveDuplicates();
      assertThat(results).extracting(it -> it.path("number").asLong()).isSorted();
      Map<String, Long> calls =
          first.calls().stream().collect(groupingBy(Function.identity(), counting()));
      assertThat(calls).hasSize(ITEMS);
      long repeated = calls.values().stream().mapToLong(times -> times - 1).sum();
      assertThat(repeated)
          .as("model calls beyond one pass: at most those in flight at the two kills")
          .isLessThanOrEqualTo(2 * RUNNING);
    }
  }

  private static ObjectNode request() {
    ObjectNode request = BatchSite.request();
    request.putObject("options").put("concurrency", 4 * RUNNING);
    return request;
  }

  private static ServerOptions options(PostgresProcess postgres) {
    return postgres
        .serve(ServerOptions.DEFAULT)
        .with("REPRISE_LEASE", "PT5S")
        .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(RUNNING));
  }
}
