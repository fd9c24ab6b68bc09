package dev.reprise.bench;

import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * W3: a kill in the middle of a long run. It measures the time to the first new step, from the
 * start of the next process and from the moment when that process is ready.
 */
final class RestartInTheMiddle implements Workload {

  @Override
  public String name() {
    return "W3";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    StartOfServer.measure(bench);
    ServerOptions asConfigured = BenchServer.PRODUCTION;
    ServerOptions asJobs = asConfigured.with("REPRISE_DISPATCH_AS_JOBS", "always");
    measureRestart(bench, bench.size(1500, 300), "", asConfigured);
    measureRestart(bench, bench.size(10_000, 600), "", asConfigured);
    measureRestart(bench, bench.size(10_000, 600), "_as_jobs", asJobs);
  }

  private static void measureRestart(Bench bench, int events, String how, ServerOptions options)
      throws Exception {
    BenchAgent agent = BenchAgent.calling("act", 10_000);
    try (var server = BenchServer.make(bench, "w3" + how.replace('_', '-'), options, agent)) {
      server.start();
      var fromStart = new Mean();
      var fromReady = new Mean();
      for (int i = 0; i < bench.size(3, 1); i++) {
        UUID run = server.submit(agent);
        awaitSequence(server, agent, events);
        server.process().kill();

        Instant launched = Instant.now();
        server.start();
        Instant ready = Instant.now();
        awaitSequence(server, agent, server.lastSequence(agent) + 50);
        server.runs().cancel(run);
        server.awaitIdle(agent);
        Instant step = firstNewStep(server.runs().read(run));
        fromStart.add(Seconds.between(launched, step));
        fromReady.add(Seconds.between(ready, step));
      }
      String what = "to_step_%d_events%s".formatted(events, how);
      bench.result("process_start_" + what, fromStart.value(), "s");
      bench.result("ready_" + what, fromReady.value(), "s");
    }
  }

  /** Returns the time of the run's first step under an epoch other than its first one. */
  static Instant firstNewStep(RecordedRun run) {
    long firstEpoch = run.first("run.admitted").epoch();
    return run.events().stream()
        .filter(event -> event.epoch() > firstEpoch && !event.type().equals("run.admitted"))
        .findFirst()
        .orElseThrow()
        .at();
  }

  /** Waits until an agent's newest run has this many events. */
  static void awaitSequence(BenchServer server, BenchAgent agent, long sequence) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> server.lastSequence(agent) >= sequence);
  }
}
