package dev.reprise.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * W12: how long ten tenants with 10 runs each take alone, and beside a tenant with 100,000 queued
 * runs.
 */
final class LongQueue implements Workload {

  private static final int RUNS_OF_EACH = 10;
  private static final int AT_ONCE = 200;
  private static final String MANY = "ben@many";
  private static final List<String> FEW =
      IntStream.rangeClosed(1, 10).mapToObj("ana@tenant%d"::formatted).toList();

  /** A run takes half a second, so that runs share places and not processors. */
  private static final BenchAgent AGENT = BenchAgent.calling("look", 1).thinking(250);

  @Override
  public String name() {
    return "W12";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int queued = bench.size(100_000, 1000);
    try (var server = BenchServer.make(bench, "w12", options(), AGENT);
        var clients = new Clients(server, FEW.size())) {
      server.start();
      carryOutFew(clients); // warms up
      double alone = carryOutFew(clients);
      submit(clients, List.of(MANY), AT_ONCE);
      JsonNode last =
          as(server, MANY).get("api/v1/runs?limit=1&status=QUEUED").path("items").path(0);
      server.process().stop();
      copy(bench, server, UUID.fromString(last.path("id").asText()), queued);
      server.start();
      carryOutFew(clients); // warms up
      double beside = carryOutFew(clients);
      if (as(server, MANY).get("api/v1/queue").path("queued").asInt() == 0) {
        throw new IllegalStateException("the long queue ended before the measurement");
      }
      bench.result("few_alone", alone, "s");
      bench.result("few_beside_" + queued, beside, "s");
      bench.result("few_ratio", beside / alone, "ratio");
    }
  }

  private static ServerOptions options() {
    ServerOptions options =
        BenchServer.PRODUCTION
            .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
            .with("REPRISE_WORKSPACES_BENCH_TENANTS", "*")
            .with("REPRISE_DISPATCH_AS_JOBS", "never")
            .withUser(MANY, "operators");
    for (String user : FEW) {
      options = options.withUser(user, "operators");
    }
    return options;
  }

  private static void copy(Bench bench, BenchServer server, UUID run, int count) throws Exception {
    try (StoppedDatabase stopped = bench.database().openUnder(server)) {
      RunTemplate template = RunTemplate.of(stopped.database(), run);
      if (template.events().size() != 1) {
        throw new IllegalStateException("run %s is not queued any more".formatted(run));
      }
      new RunCopies(stopped.database(), template)
          .add("many", count, Instant.now(), Duration.ofMillis(1));
      stopped.settle();
    }
  }

  /** Returns the seconds from the first submission to the last completion. */
  private static double carryOutFew(Clients clients) throws Exception {
    Instant begin = Instant.now();
    submit(clients, FEW, FEW.size() * RUNS_OF_EACH);
    while (!FEW.stream().allMatch(user -> isIdle(clients.server(), user))) {
      Thread.sleep(50);
    }
    return Seconds.between(begin, Instant.now());
  }

  /** Submits this many runs, by each of these users in turn. */
  private static void submit(Clients clients, List<String> users, int count) throws Exception {
    clients.all(
        Stream.iterate(0, i -> i + 1)
            .limit(count)
            .<Callable<UUID>>map(
                i -> () -> clients.server().submitAs(users.get(i % users.size()), AGENT)));
  }

  private static boolean isIdle(BenchServer server, String user) {
    var queue = as(server, user).get("api/v1/queue");
    return queue.path("queued").asInt() + queue.path("running").asInt() == 0;
  }

  private static JsonClient as(BenchServer server, String user) {
    return server.runs().http().as(user);
  }
}
