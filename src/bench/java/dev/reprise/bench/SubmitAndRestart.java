package dev.reprise.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** W6: how long a submission takes, and how long a restart with 1,000 interrupted runs takes. */
final class SubmitAndRestart implements Workload {

  private static final int STEPS = 10;

  @Override
  public String name() {
    return "W6";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    measureSubmissions(bench);
    measureRestart(bench, "database");
    measureRestart(bench, "memory");
  }

  /** Measures submissions on a server that only accepts runs, so that nothing else is measured. */
  private static void measureSubmissions(Bench bench) throws Exception {
    BenchAgent agent = BenchAgent.calling("act", STEPS);
    var options = BenchServer.PRODUCTION.with("REPRISE_DISPATCH_ENABLED", "false");
    try (var server = BenchServer.make(bench, "w6-submit", options, agent)) {
      server.start();
      for (int count : new int[] {1, 32}) {
        try (var clients = new Clients(server, count)) {
          latencies(clients, agent, bench.size(2000, 100)); // warms up
          List<Double> millis = latencies(clients, agent, bench.size(2000, 100));
          bench.result("submit_p50_by_" + count, millis.get(millis.size() / 2), "ms");
          bench.result("submit_p99_by_" + count, millis.get(millis.size() * 99 / 100), "ms");
        }
      }
    }
  }

  /** Returns how long each submission took, in ascending order. */
  private static List<Double> latencies(Clients clients, BenchAgent agent, int count)
      throws Exception {
    Callable<Double> submission =
        () -> {
          long begin = System.nanoTime();
          clients.server().submit(agent);
          return Seconds.since(begin) * 1000;
        };
    List<Double> millis = clients.all(Stream.generate(() -> submission).limit(count));
    Collections.sort(millis);
    return millis;
  }

  /**
   * Measures a restart. No run ends before the kill, because a gate stops each run after its first
   * step.
   */
  private static void measureRestart(Bench bench, String store) throws Exception {
    Path gate = Benchmarks.directory().resolve("gate-" + UUID.randomUUID());
    BenchAgent agent = BenchAgent.calling("act", STEPS).answeringOnce(gate);
    var options =
        BenchServer.PRODUCTION
            .with("REPRISE_DISPATCH_MAX_RUNNING", "32")
            .with("REPRISE_BATCH_STORE", store);
    try (var server = BenchServer.make(bench, "w6-restart-" + store, options, agent);
        var clients = new Clients(server, 32)) {
      server.start();
      List<UUID> runs = clients.submit(agent, bench.size(1000, 64));
      server.process().kill();
      Files.createFile(gate);

      Instant launched = Instant.now();
      server.start();
      Instant ready = Instant.now();
      server.awaitIdle(agent);
      Instant end = RecordedRuns.lastCompletion(clients.completed(runs));
      bench.result("process_start_to_all_ended_" + store, Seconds.between(launched, end), "s");
      bench.result("ready_to_all_ended_" + store, Seconds.between(ready, end), "s");
    } finally {
      Files.deleteIfExists(gate);
    }
  }
}
