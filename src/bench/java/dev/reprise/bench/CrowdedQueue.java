package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * W10: how long nine tenants with 10 runs each take alone, and beside a tenant with 5,000 queued
 * runs.
 */
final class CrowdedQueue implements Workload {

  private static final int RUNS_OF_EACH = 10;
  private static final String MANY = "ben@many";
  private static final List<String> FEW =
      IntStream.rangeClosed(1, 9).mapToObj("ana@tenant%d"::formatted).toList();

  /** A run takes half a second, so that runs share places and not processors. */
  private static final BenchAgent AGENT = BenchAgent.calling("look", 1).thinking(250);

  @Override
  public String name() {
    return "W10";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    ServerOptions options =
        BenchServer.PRODUCTION
            .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
            .with("REPRISE_WORKSPACES_BENCH_TENANTS", "*")
            .with("REPRISE_DISPATCH_AS_JOBS", "never")
            .withUser(MANY, "operators");
    for (String user : FEW) {
      options = options.withUser(user, "operators");
    }
    try (var server = BenchServer.make(bench, "w10", options, AGENT);
        var clients = new Clients(server, 9)) {
      server.start();
      carryOutFew(clients); // warms up
      double alone = carryOutFew(clients);
      submit(clients, List.of(MANY), bench.size(5000, 300));
      double beside = carryOutFew(clients);
      bench.result("nine_alone", alone, "s");
      bench.result("nine_beside_many", beside, "s");
      bench.result("nine_beside_many_ratio", beside / alone, "times");
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
    var queue = server.runs().http().as(user).get("api/v1/queue");
    return queue.path("queued").asInt() + queue.path("running").asInt() == 0;
  }
}
