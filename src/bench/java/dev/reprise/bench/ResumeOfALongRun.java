package dev.reprise.bench;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * W8: a kill in a run of 5,000 iterations, with and without compaction. It measures the time from
 * the moment when the next process is ready to the first new step. It also measures how much of the
 * heap remains in use while the run continues.
 */
final class ResumeOfALongRun implements Workload {

  private static final int EVENTS_PER_ITERATION = 3;

  @Override
  public String name() {
    return "W8";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    BenchAgent whole = BenchAgent.calling("act", 10_000);
    for (BenchAgent agent : List.of(whole, whole.compacted())) {
      String how = agent.isCompacted() ? "compacted" : "whole";
      try (var server = BenchServer.make(bench, "w8-" + how, BenchServer.PRODUCTION, agent)) {
        server.start();
        measure(bench, how, server, agent);
      }
    }
  }

  private static void measure(Bench bench, String how, BenchServer server, BenchAgent agent)
      throws Exception {
    int iterations = bench.size(5000, 400);
    var fromReady = new Mean();
    var heap = new Mean();
    for (int i = 0; i < bench.size(3, 1); i++) {
      UUID run = server.submit(agent);
      RestartInTheMiddle.awaitSequence(server, agent, EVENTS_PER_ITERATION * (long) iterations);
      server.process().kill();

      server.start();
      Instant ready = Instant.now();
      RestartInTheMiddle.awaitSequence(server, agent, server.lastSequence(agent) + 50);
      heap.add((double) server.jvm().liveHeapBytes());
      server.runs().cancel(run);
      server.awaitIdle(agent);
      Instant step = RestartInTheMiddle.firstNewStep(server.runs().read(run));
      fromReady.add(Seconds.between(ready, step));
    }
    bench.result("ready_to_step_" + how, fromReady.value(), "s");
    bench.result("live_heap_" + how, heap.value() / (1024 * 1024), "MiB");
  }
}
