package dev.reprise.bench;

import dev.reprise.server.Build;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * W1: one run of 1,000 iterations with one tool call each; the tool returns 1 KB. If there is a
 * version {@link Before}, a run of each version follows a run of the other.
 */
final class OneLongRun implements Workload {

  @Override
  public String name() {
    return "W1";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int steps = bench.size(1000, 200);
    int rounds = bench.size(10, 1);
    List<BenchAgent> agents =
        List.of(BenchAgent.calling("act", steps), BenchAgent.calling("look", steps));
    Optional<Build> before = Before.fromSystemProperties();
    RawCommits raw = RawCommits.on(bench);
    var raw1 = new Mean();
    List<BenchServer> servers = new ArrayList<>();
    try {
      servers.add(server(Build.current(), bench, "w1", agents));
      if (before.isPresent()) {
        servers.add(server(before.get(), bench, "w1-before", agents));
      }
      List<StepCosts> effects =
          servers.stream().map(it -> new StepCosts(it, agents.get(0))).toList();
      List<StepCosts> readOnly =
          servers.stream().map(it -> new StepCosts(it, agents.get(1))).toList();
      for (int i = 0; i < rounds; i++) {
        effects.forEach(StepCosts::warmUp);
        readOnly.forEach(StepCosts::warmUp);
      }
      raw.rate(1); // warms up
      raw1.add(raw.rate(1));
      for (int i = 0; i < rounds; i++) {
        for (StepCosts each : inTurn(effects, i)) {
          each.measure();
        }
        raw1.add(raw.rate(1));
        for (StepCosts each : inTurn(readOnly, i)) {
          each.measure();
        }
        raw1.add(raw.rate(1));
      }
      bench.result("raw_1", raw1.value(), "commits/s");
      report(bench, "effects", effects, raw1.value());
      report(bench, "read_only", readOnly, raw1.value());
    } finally {
      servers.forEach(BenchServer::close);
    }
  }

  /**
   * Returns the versions in an order that changes with each round: a version that is always
   * measured first, right after the raw commits, took a tenth more processor time than itself.
   */
  private static List<StepCosts> inTurn(List<StepCosts> versions, int round) {
    return round % 2 == 0 ? versions : versions.reversed();
  }

  private static BenchServer server(Build build, Bench bench, String name, List<BenchAgent> agents)
      throws Exception {
    BenchServer server =
        BenchServer.of(
            build, bench, name, BenchServer.PRODUCTION, agents.toArray(BenchAgent[]::new));
    server.start();
    return server;
  }

  private static void report(Bench bench, String kind, List<StepCosts> costs, double raw1) {
    costs.getFirst().report(bench, kind, raw1);
    if (costs.size() > 1) {
      costs.getLast().report(bench, kind + "_before", raw1);
      costs.getFirst().compare(bench, kind, costs.getLast());
    }
  }
}
