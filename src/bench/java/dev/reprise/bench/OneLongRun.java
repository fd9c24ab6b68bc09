package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.util.List;

/** W1: one run of 1,000 iterations with one tool call each that returns 1 KB. */
final class OneLongRun implements Workload {

  @Override
  public String name() {
    return "W1";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int steps = bench.size(1000, 200);
    BenchAgent acts = BenchAgent.calling("act", steps);
    BenchAgent looks = BenchAgent.calling("look", steps);
    RawCommits raw = RawCommits.on(bench);
    var effects = new Mean();
    var readOnly = new Mean();
    var raw1 = new Mean();
    try (var server = BenchServer.make(bench, "w1", BenchServer.PRODUCTION, acts, looks)) {
      server.start();
      for (int i = 0; i < bench.size(3, 1); i++) {
        server.carryOut(acts);
        server.carryOut(looks);
      }
      raw.rate(1);
      raw1.add(raw.rate(1));
      for (int i = 0; i < bench.size(3, 1); i++) {
        effects.add(stepsPerSecond(server.carryOut(acts)));
        raw1.add(raw.rate(1));
        readOnly.add(stepsPerSecond(server.carryOut(looks)));
        raw1.add(raw.rate(1));
      }
    }
    bench.result("raw_1", raw1.value(), "commits/s");
    bench.result("effects", effects.value(), "steps/s");
    bench.result("effects_ratio_to_raw_1", effects.value() / raw1.value(), "ratio");
    bench.result("read_only", readOnly.value(), "steps/s");
    bench.result("read_only_ratio_to_raw_1", readOnly.value() / raw1.value(), "ratio");
  }

  /** From the record of the first result to that of the last one, by the database's clock. */
  private static double stepsPerSecond(RecordedRun run) {
    List<RecordedEvent> results = run.all("tool-call.completed").toList();
    return (results.size() - 1) / Seconds.between(results.getFirst().at(), results.getLast().at());
  }
}
