package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** What the steps of one agent's runs cost on one server. */
final class StepCosts {

  private final BenchServer server;
  private final BenchAgent agent;
  private final Costs costs = new Costs("step");

  StepCosts(BenchServer server, BenchAgent agent) {
    this.server = server;
    this.agent = agent;
  }

  /** Carries out a run that does not count. */
  void warmUp() {
    server.carryOut(agent);
  }

  /** Carries out a run that counts. */
  void measure() throws Exception {
    var run = new AtomicReference<UUID>();
    costs.measure(server.jvm(), agent.iterations(), () -> run.set(server.carryOut(agent)));
    costs.addRate(stepsPerSecond(server.completed(run.get())));
  }

  /**
   * Returns the steps a second from the first recorded result to the last, by the database's clock.
   */
  private static double stepsPerSecond(RecordedRun run) {
    List<RecordedEvent> results = run.all("tool-call.completed").toList();
    return (results.size() - 1) / Seconds.between(results.getFirst().at(), results.getLast().at());
  }

  double stepsPerSecond() {
    return costs.perSecond();
  }

  /** Returns the bytes that a step allocated. */
  double allocatedBytes() {
    return costs.allocatedBytes();
  }

  void report(Bench bench, String kind, double raw1) {
    costs.report(bench, kind);
    bench.result(kind + "_ratio_to_raw_1", costs.perSecond() / raw1, "ratio");
  }

  /** Reports what they cost relative to those of the version before. */
  void compare(Bench bench, String kind, StepCosts before) {
    costs.compare(bench, kind, before.costs);
  }
}
