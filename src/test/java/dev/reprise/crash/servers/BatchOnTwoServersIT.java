package dev.reprise.crash.servers;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.crash.fixture.Jobs;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A batch on two servers that share one PostgreSQL. An operator stops its job on the server that
 * holds it and restarts it on the other one; then one server is killed, and later the other one.
 */
@Tag("postgresql")
class BatchOnTwoServersIT {

  /** The system property {@code batch.items} sets it, for example to 10,000. */
  private static final int ITEMS = Integer.getInteger("batch.items", 1_000);

  private static final int RUNNING = 16;

  @Test
  void eachItemEndsOnceWhoeverDies() {
    try (var postgres = PostgresProcess.start("batch");
        BatchSite one = BatchSite.named("batch-one", options(postgres), 100);
        BatchSite two = one.beside("batch-two", options(postgres))) {
      one.server().start();
      two.server().start();
      one.refuseBad(true);
      var stopwatch = Stopwatch.start();
      UUID id =
          one.submit(request(), BatchSite.items(ITEMS, i -> (i == 77 ? "bad " : "item ") + i));

      BatchSite holder = await().until(() -> holder(id, one, two), Objects::nonNull);
      BatchSite other = holder.equals(one) ? two : one;
      one.awaitEnded(id, ITEMS / 8);
      restartElsewhere(id, holder, other);
      one.awaitEnded(id, ITEMS / 4);
      other.server().kill();
      holder.awaitEnded(id, ITEMS / 2);
      holder.act(id, "pause"); // else it would have ended before the other server is back
      holder.awaitStatus(id, "PAUSED");
      other.server().start();
      holder.act(id, "resume");
      holder.awaitEnded(id, ITEMS * 5 / 8);
      holder.server().kill();

      JsonNode batch = other.awaitStatus(id, "COMPLETED");

      System.out.printf("%d items on two servers with two kills: %s%n", ITEMS, stopwatch.elapsed());
      JsonNode receipt = batch.path("receipt");
      assertThat(receipt.path("completed").asInt()).as(batch.toString()).isEqualTo(ITEMS - 1);
      assertThat(receipt.path("failed").asInt()).isEqualTo(1);
      List<JsonNode> results = other.results(id, 0);
      assertThat(results)
          .extracting(it -> it.path("key").asText())
          .hasSize(ITEMS)
          .doesNotHaveDuplicates();
      assertThat(results).extracting(it -> it.path("run").asText()).doesNotHaveDuplicates();
      assertThat(results).extracting(it -> it.path("number").asLong()).isSorted();
      Map<String, Long> calls =
          other.calls().stream().collect(groupingBy(Function.identity(), counting()));
      assertThat(calls).hasSize(ITEMS);
      long repeated = calls.values().stream().mapToLong(times -> times - 1).sum();
      assertThat(repeated)
          .as("model calls beyond one pass: at most those in flight at the two kills")
          .isLessThanOrEqualTo(2 * RUNNING);
    }
  }

  private static @Nullable BatchSite holder(UUID id, BatchSite... sites) {
    return Stream.of(sites).filter(site -> site.holds(id)).findFirst().orElse(null);
  }

  /** Stops the job of a batch on the server that holds it, and restarts it on the other one. */
  private static void restartElsewhere(UUID id, BatchSite holder, BatchSite other) {
    Jobs jobs = Jobs.of(holder.server());
    long job = jobs.newestNamed("agent-batch").id();
    jobs.stop(job);
    holder.awaitStatus(id, "PAUSED");
    await().atMost(Duration.ofMinutes(1)).until(() -> jobs.get(job).status().equals("STOPPED"));

    Jobs.of(other.server()).restart(job);

    await().atMost(Duration.ofMinutes(1)).until(() -> other.holds(id));
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
