package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** W1: one run of 1,000 iterations with one tool call each; the tool returns 1 KB. */
final class OneLongRun implements Workload {

  @Override
  public String name() {
    return "W1";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int steps = bench.size(1000, 200);
    int rounds = bench.size(10, 1);
    var effects = new Kind(BenchAgent.calling("act", steps));
    var readOnly = new Kind(BenchAgent.calling("look", steps));
    RawCommits raw = RawCommits.on(bench);
    var raw1 = new Mean();
    try (var server =
        BenchServer.make(bench, "w1", BenchServer.PRODUCTION, effects.agent, readOnly.agent)) {
      server.start();
      for (int i = 0; i < rounds; i++) {
        server.carryOut(effects.agent);
        server.carryOut(readOnly.agent);
      }
      raw.rate(1); // warms up
      raw1.add(raw.rate(1));
      for (int i = 0; i < rounds; i++) {
        effects.carryOut(server);
        raw1.add(raw.rate(1));
        readOnly.carryOut(server);
        raw1.add(raw.rate(1));
      }
    }
    bench.result("raw_1", raw1.value(), "commits/s");
    effects.report(bench, "effects", raw1.value());
    readOnly.report(bench, "read_only", raw1.value());
  }

  /** Runs whose steps are of one kind. */
  private static final class Kind {

    private final BenchAgent agent;
    private final Mean stepsPerSecond = new Mean();
    private final Mean processorTime = new Mean();

    Kind(BenchAgent agent) {
      this.agent = agent;
    }

    void carryOut(BenchServer server) {
      Duration before = server.jvm().processorTime();
      UUID run = server.carryOut(agent);
      Duration used = server.jvm().processorTime().minus(before);
      processorTime.add(Seconds.of(used) / agent.iterations());
      stepsPerSecond.add(stepsPerSecond(server.completed(run)));
    }

    /**
     * Returns the steps a second from the first recorded result to the last, by the database's
     * clock.
     */
    private static double stepsPerSecond(RecordedRun run) {
      List<RecordedEvent> results = run.all("tool-call.completed").toList();
      return (results.size() - 1)
          / Seconds.between(results.getFirst().at(), results.getLast().at());
    }

    void report(Bench bench, String kind, double raw1) {
      bench.result(kind, stepsPerSecond.value(), "steps/s");
      bench.result(kind + "_ratio_to_raw_1", stepsPerSecond.value() / raw1, "ratio");
      bench.result(kind + "_processor_time_per_step", processorTime.value() * 1000, "ms");
    }
  }
}
