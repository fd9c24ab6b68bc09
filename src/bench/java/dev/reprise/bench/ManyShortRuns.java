package dev.reprise.bench;

import dev.reprise.server.Build;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * W2: 200 runs of 10 steps, 32 at a time: as configured, without batch jobs, and each as a batch
 * job in the database and in memory. If there is a version {@link Before}, both are measured in
 * turn, as configured alone.
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
    Optional<Build> before = Before.fromSystemProperties();
    if (before.isPresent()) {
      compare(bench, before.get(), many, steps, empty);
      return;
    }
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
    try (var version = Version.start(Build.current(), bench, "w2-" + jobs, options, steps, empty)) {
      version.warmUp(bench);
      var raw32 = new Mean();
      var stages = new Stages();
      raw.rate(AT_ONCE); // warms up
      raw32.add(raw.rate(AT_ONCE));
      for (int i = 0; i < rounds(bench); i++) {
        version.steps.measure().forEach(stages::add);
        raw32.add(raw.rate(AT_ONCE));
        version.empty.measure();
      }
      bench.result("raw_32_" + jobs, raw32.value(), "commits/s");
      version.report(bench, jobs);
      stages.report(bench, jobs, AT_ONCE / version.steps.perSecond());
      return version.steps.perSecond();
    }
  }

  /** Measures both versions in turn, as configured. */
  private static void compare(
      Bench bench, Build build, ServerOptions options, BenchAgent steps, BenchAgent empty)
      throws Exception {
    try (var after = Version.start(Build.current(), bench, "w2", options, steps, empty);
        var before = Version.start(build, bench, "w2-before", options, steps, empty)) {
      after.warmUp(bench);
      before.warmUp(bench);
      for (int i = 0; i < 2 * rounds(bench); i++) {
        for (Version each : i % 2 == 0 ? List.of(after, before) : List.of(before, after)) {
          each.steps.measure();
          each.empty.measure();
        }
      }
      after.report(bench, "now");
      before.report(bench, "before");
      after.steps.compare(bench, "runs", before.steps);
      after.empty.compare(bench, "empty_runs", before.empty);
    }
  }

  private static int rounds(Bench bench) {
    return bench.size(5, 1);
  }

  /** A server of one version with its clients. */
  private record Version(Clients clients, RunCosts steps, RunCosts empty) implements AutoCloseable {

    static Version start(
        Build build,
        Bench bench,
        String name,
        ServerOptions options,
        BenchAgent steps,
        BenchAgent empty)
        throws Exception {
      BenchServer server = BenchServer.of(build, bench, name, options, steps, empty);
      server.start();
      var clients = new Clients(server, AT_ONCE);
      int runs = bench.size(200, 64);
      return new Version(
          clients, new RunCosts(clients, steps, runs), new RunCosts(clients, empty, runs));
    }

    void warmUp(Bench bench) throws Exception {
      for (int i = 0; i < bench.size(40, 1); i++) {
        steps.warmUp();
      }
    }

    void report(Bench bench, String mode) {
      steps.report(bench, "runs_" + mode);
      empty.report(bench, "empty_runs_" + mode);
    }

    @Override
    public void close() {
      clients.close();
      clients.server().close();
    }
  }
}
