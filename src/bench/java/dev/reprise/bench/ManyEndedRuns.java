package dev.reprise.bench;

import static java.util.Objects.requireNonNull;

import dev.reprise.queue.SweepQueries;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * W11: what operations cost in a database with 1,000 ended runs of 21 events, and in one with
 * {@code bench.runs} of them, by default a million.
 */
final class ManyEndedRuns implements Workload {

  private static final int FEW = 1000;
  private static final int RARE = 20;
  private static final Duration APART = Duration.ofMillis(500);
  private static final String TENANT = "default";

  /** 21 events: five replies with a call each, the answer, and what is around them. */
  private static final BenchAgent COMMON = BenchAgent.calling("look", 5);

  private static final BenchAgent RARE_AGENT = BenchAgent.calling("look", 9000).thinking(100);

  @Override
  public String name() {
    return "W11";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int many = bench.size(Integer.getInteger("bench.runs", 1_000_000), 3000);
    try (var server = BenchServer.make(bench, "w11", BenchServer.PRODUCTION, COMMON, RARE_AGENT)) {
      server.start();
      UUID common = server.carryOut(COMMON);
      UUID rare = cancelled(server);
      int events = server.completed(common).events().size();
      server.process().stop();
      bench.result("events_of_a_run", events, "events");

      Instant newest = Instant.now().minus(Duration.ofMinutes(2));
      copy(bench, server, rare, RARE, newest.minus(APART.multipliedBy(many)));
      copy(bench, server, common, FEW, newest);
      Map<String, Double> few = figures(bench, server);
      double seconds =
          copy(bench, server, common, many - FEW, newest.minus(APART.multipliedBy(FEW)));
      bench.result("copied", (many - FEW) * events / seconds, "events/s");
      Map<String, Double> all = figures(bench, server);

      few.forEach(
          (name, millis) -> report(bench, name, millis, requireNonNull(all.get(name)), many));
    }
  }

  private static void report(Bench bench, String name, double few, double all, int many) {
    bench.result("%s_with_%d".formatted(name, FEW), few, "ms");
    bench.result("%s_with_%d".formatted(name, many), all, "ms");
    bench.result(name + "_ratio", all / few, "ratio");
  }

  private static UUID cancelled(BenchServer server) throws InterruptedException {
    UUID run = server.submit(RARE_AGENT);
    while (server.runs().find(run).epoch() == 0) {
      Thread.sleep(50);
    }
    server.runs().cancel(run);
    server.awaitIdle(RARE_AGENT);
    return run;
  }

  /** Copies a run and verifies one of the copies; returns the seconds that it took. */
  private static double copy(Bench bench, BenchServer server, UUID run, int count, Instant newest)
      throws Exception {
    try (StoppedDatabase stopped = bench.database().openUnder(server)) {
      long begin = System.nanoTime();
      new RunCopies(stopped.database(), RunTemplate.of(stopped.database(), run))
          .add(TENANT, count, newest, APART);
      double seconds = Seconds.since(begin);
      stopped.settle();
      return seconds;
    }
  }

  private static Map<String, Double> figures(Bench bench, BenchServer server) throws Exception {
    Map<String, Double> millis = new LinkedHashMap<>(sweeps(bench, server));
    var start = new Median();
    for (int i = 0; i < bench.size(3, 1); i++) {
      start.add(1000 * Seconds.of(server.start()));
      server.process().stop();
    }
    millis.put("start", start.value());
    server.start();
    requireValidRecords(server);
    int rounds = bench.size(50, 5);
    millis.putAll(new Operations(server, COMMON, RARE_AGENT, rounds).measure());
    server.process().stop();
    return millis;
  }

  /** Reads copies through the API, which verifies their records. */
  private static void requireValidRecords(BenchServer server) {
    for (String of : List.of(COMMON.name(), RARE_AGENT.name())) {
      var page = server.runs().http().get("api/v1/runs?limit=20&agent=" + of).path("items");
      page.forEach(
          run -> {
            int events =
                server.runs().read(UUID.fromString(run.path("id").asText())).events().size();
            if (events != run.path("lastSequence").asInt()) {
              throw new IllegalStateException("%s has %d events".formatted(run, events));
            }
          });
    }
  }

  /** Measures what a sweep and a start ask, on the database of the stopped server. */
  private static Map<String, Double> sweeps(Bench bench, BenchServer server) throws Exception {
    try (StoppedDatabase stopped = bench.database().openUnder(server)) {
      SweepQueries queries = SweepQueries.of(stopped.database());
      var sweep = new Median();
      var start = new Median();
      for (int i = 0; i < bench.size(20, 3); i++) {
        long begin = System.nanoTime();
        queries.sweep("server", "server#2");
        sweep.add(1000 * Seconds.since(begin));
        begin = System.nanoTime();
        queries.start("server", "server#2");
        start.add(1000 * Seconds.since(begin));
      }
      return Map.of("sweep", sweep.value(), "start_queries", start.value());
    }
  }
}
