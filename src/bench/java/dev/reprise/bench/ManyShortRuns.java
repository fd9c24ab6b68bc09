package dev.reprise.bench;

import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * W2: 200 runs of 10 steps, 32 at a time: as configured, without batch jobs, and each as a batch
 * job in the database and in memory.
 */
final class ManyShortRuns implements Workload {

  private static final int AT_ONCE = 32;
  private static final int STEPS = 10;

  @Override
  public String name() {
    return "W2";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    ServerOptions many =
        BenchServer.PRODUCTION.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE));
    BenchAgent steps = BenchAgent.calling("act", STEPS);
    BenchAgent empty = BenchAgent.calling("act", 0);
    ServerOptions without = many.with("REPRISE_DISPATCH_AS_JOBS", "never");
    ServerOptions always = many.with("REPRISE_DISPATCH_AS_JOBS", "always");
    double asConfigured = measure(bench, "as_configured", many, steps, empty);
    double withoutJobs = measure(bench, "without", without, steps, empty);
    bench.result("runs_ratio", asConfigured / withoutJobs, "of without");
    measure(bench, "database", always, steps, empty);
    measure(bench, "memory", always.with("REPRISE_BATCH_STORE", "memory"), steps, empty);
    measure(bench, "without_limited", limited(without), steps.limited(), empty.limited());
  }

  /** Limits the day too, so that each call takes a part of it. */
  private static ServerOptions limited(ServerOptions options) throws IOException {
    Path prices = Benchmarks.directory().resolve("prices.yaml");
    Files.writeString(
        prices,
        """
        - {provider: bench, model: "*", input: 1, output: 1,
           date: 2026-11-01, source: "https://example.org/prices"}
        """);
    return options
        .with("REPRISE_PRICES_FILE", prices.toString())
        .with("REPRISE_BUDGETS_DAY_USD", "1000000");
  }

  /** Returns the runs per second. */
  private static double measure(
      Bench bench, String jobs, ServerOptions options, BenchAgent steps, BenchAgent empty)
      throws Exception {
    RawCommits raw = RawCommits.on(bench);
    try (var server = BenchServer.make(bench, "w2-" + jobs, options, steps, empty);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      int runs = bench.size(200, 64);
      for (int i = 0; i < bench.size(16, 1); i++) {
        carryOut(clients, steps, runs);
      }
      var rate = new Mean();
      var emptyRate = new Mean();
      var raw32 = new Mean();
      var processorTime = new Mean();
      var stages = new Stages();
      raw.rate(AT_ONCE); // warms up
      raw32.add(raw.rate(AT_ONCE));
      for (int i = 0; i < bench.size(5, 1); i++) {
        Duration before = server.jvm().processorTime();
        List<UUID> ids = carryOut(clients, steps, runs);
        processorTime.add(Seconds.of(server.jvm().processorTime().minus(before)) / runs);
        List<RecordedRun> recorded = clients.completed(ids);
        rate.add(RecordedRuns.perSecond(recorded));
        recorded.forEach(stages::add);
        raw32.add(raw.rate(AT_ONCE));
        emptyRate.add(RecordedRuns.perSecond(clients.completed(carryOut(clients, empty, runs))));
      }
      bench.result("raw_32_" + jobs, raw32.value(), "commits/s");
      bench.result("runs_" + jobs, rate.value(), "runs/s");
      bench.result("steps_" + jobs, rate.value() * STEPS, "steps/s");
      bench.result("processor_time_per_run_" + jobs, processorTime.value() * 1000, "ms");
      bench.result("empty_runs_" + jobs, emptyRate.value(), "runs/s");
      stages.report(bench, jobs, AT_ONCE / rate.value());
      return rate.value();
    }
  }

  private static List<UUID> carryOut(Clients clients, BenchAgent agent, int count)
      throws Exception {
    List<UUID> runs = clients.submit(agent, count);
    clients.server().awaitIdle(agent);
    return runs;
  }
}
