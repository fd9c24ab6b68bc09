package dev.reprise.bench;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** W5: what 10,000 runs that wait for a person cost, and how soon 100 of them continue. */
final class WaitingRuns implements Workload {

  private static final int WOKEN = 100;
  private static final BenchAgent DOUBTS = BenchAgent.calling("doubt", 1);

  @Override
  public String name() {
    return "W5";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    var options = BenchServer.PRODUCTION.with("REPRISE_DISPATCH_MAX_RUNNING", "32");
    try (var server = BenchServer.make(bench, "w5", options, DOUBTS);
        var clients = new Clients(server, 32)) {
      server.start();
      wake(clients, haveWait(clients, WOKEN)); // warms up
      report(bench, server, 0);
      int count = bench.size(10_000, 300);
      List<UUID> runs = haveWait(clients, count);
      report(bench, server, count);
      bench.result("wake_" + WOKEN, wake(clients, runs.subList(0, WOKEN)), "s");
    }
  }

  private static List<UUID> haveWait(Clients clients, int count) throws Exception {
    List<UUID> runs = clients.submit(DOUBTS, count);
    clients.server().awaitIdle(DOUBTS);
    return runs;
  }

  private static void report(Bench bench, BenchServer server, int waiting) throws Exception {
    Jvm jvm = server.jvm();
    bench.result("threads_with_%d_waiting".formatted(waiting), jvm.threads(), "threads");
    bench.result("heap_with_%d_waiting".formatted(waiting), jvm.liveHeapBytes() / 1e6, "MB");
  }

  /** Gives a verdict on each call and returns the seconds until the last of these runs ended. */
  private static double wake(Clients clients, List<UUID> runs) throws Exception {
    Instant begin = Instant.now();
    clients.all(runs.stream().map(run -> () -> resolved(clients.server(), run)));
    clients.server().awaitIdle(DOUBTS);
    return Seconds.between(begin, RecordedRuns.lastCompletion(clients.completed(runs)));
  }

  private static UUID resolved(BenchServer server, UUID run) {
    server.runs().resolve(run, "c0", "SUCCEEDED", "it happened");
    return run;
  }
}
