package dev.reprise.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.JsonClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * W14: a batch of 1,000 items, 32 at a time, in turn with as many runs of the same agent that 32
 * clients submit; none of the runs is a batch job.
 */
final class LargeBatch implements Workload {

  private static final int AT_ONCE = 32;
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final BenchAgent AGENT = BenchAgent.calling("act", 10);

  @Override
  public String name() {
    return "W14";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    var options =
        BenchServer.PRODUCTION
            .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE))
            .with("REPRISE_DISPATCH_AS_JOBS", "never");
    try (var server = BenchServer.make(bench, "w14", options, AGENT);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      int count = bench.size(1000, 50);
      for (int i = 0; i < bench.size(3, 1); i++) {
        itemsPerSecond(server, count);
        runsPerSecond(clients, count);
      }
      var items = new Mean();
      var runs = new Mean();
      for (int i = 0; i < bench.size(5, 1); i++) {
        items.add(itemsPerSecond(server, count));
        runs.add(runsPerSecond(clients, count));
      }
      bench.result("items", items.value(), "items/s");
      bench.result("runs", runs.value(), "runs/s");
      bench.result("items_ratio", items.value() / runs.value(), "of runs");
    }
  }

  /** Carries a batch out and returns its items per second, the time to store them included. */
  private static double itemsPerSecond(BenchServer server, int count) {
    JsonNode batch = ended(server.runs().http(), submit(server.runs().http(), count));
    if (batch.path("receipt").path("completed").asInt() != count) {
      throw new IllegalStateException("not all items were completed: " + batch);
    }
    Instant created = Instant.parse(batch.path("createdAt").asText());
    return count / Seconds.between(created, Instant.parse(batch.path("endedAt").asText()));
  }

  private static String submit(JsonClient http, int count) {
    var request = JsonNodeFactory.instance.objectNode();
    request.put("agent", AGENT.name()).put("workspace", "bench").putArray("key").add("id");
    request.putObject("source").put("lines", lines(count));
    request.putObject("options").put("concurrency", AT_ONCE);
    return http.change("POST", "api/v1/batches", request).path("id").asText();
  }

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj("{\"id\":%d}"::formatted)
        .collect(Collectors.joining("\n"));
  }

  private static JsonNode ended(JsonClient http, String id) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(UncheckedIOException.class) // a busy server may refuse a connection
        .until(() -> http.get("api/v1/batches/" + id), batch -> batch.has("endedAt"));
  }

  private static double runsPerSecond(Clients clients, int count) throws Exception {
    List<UUID> runs = clients.submit(AGENT, count);
    clients.server().awaitIdle(AGENT);
    return RecordedRuns.perSecond(clients.completed(runs));
  }
}
