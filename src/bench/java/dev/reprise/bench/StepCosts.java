package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** What the steps of one agent's runs cost on one server. */
final class StepCosts {

  private final BenchServer server;
  private final BenchAgent agent;
  private final Median stepsPerSecond = new Median();
  private final Median processorTime = new Median();
  private final Median allocatedBytes = new Median();

  StepCosts(BenchServer server, BenchAgent agent) {
    this.server = server;
    this.agent = agent;
  }

  /** Carries out a run that does not count. */
  void warmUp() {
    server.carryOut(agent);
  }

  /** Carries out a run that counts. */
  void measure() throws IOException {
    long allocatedBefore = server.jvm().allocatedBytes();
    Duration before = server.jvm().processorTime();
    UUID run = server.carryOut(agent);
    Duration used = server.jvm().processorTime().minus(before);
    processorTime.add(Seconds.of(used) / agent.iterations());
    allocatedBytes.add(
        (double) (server.jvm().allocatedBytes() - allocatedBefore) / agent.iterations());
    stepsPerSecond.add(stepsPerSecond(server.completed(run)));
  }

  /**
   * Returns the steps a second from the first recorded result to the last, by the database's clock.
   */
  private static double stepsPerSecond(RecordedRun run) {
    List<RecordedEvent> results = run.all("tool-call.completed").toList();
    return (results.size() - 1) / Seconds.between(results.getFirst().at(), results.getLast().at());
  }

  double stepsPerSecond() {
    return stepsPerSecond.value();
  }

  /** Returns the seconds of processor time that a step took. */
  double processorTime() {
    return processorTime.value();
  }

  /** Returns the bytes that a step allocated. */
  double allocatedBytes() {
    return allocatedBytes.value();
  }

  void report(Bench bench, String kind, double raw1) {
    bench.result(kind, stepsPerSecond.value(), "steps/s");
    bench.result(kind + "_ratio_to_raw_1", stepsPerSecond.value() / raw1, "ratio");
    bench.result(kind + "_processor_time_per_step", processorTime.value() * 1000, "ms");
    bench.result(kind + "_allocated_per_step", allocatedBytes.value() / 1024, "KiB");
  }

  /** Reports what they cost relative to those of the version before. */
  void compare(Bench bench, String kind, StepCosts before) {
    bench.result(
        kind + "_ratio_to_before", stepsPerSecond.value() / before.stepsPerSecond.value(), "ratio");
    bench.result(
        kind + "_processor_time_ratio_to_before",
        processorTime.value() / before.processorTime.value(),
        "ratio");
    bench.result(
        kind + "_allocated_ratio_to_before",
        allocatedBytes.value() / before.allocatedBytes.value(),
        "ratio");
  }
}
