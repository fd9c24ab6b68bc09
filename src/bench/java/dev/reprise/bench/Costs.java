package dev.reprise.bench;

import java.time.Duration;

/**
 * What equal pieces of work cost on one server: the medians of their rate, of the processor time of
 * the whole server, and of the bytes that it allocates.
 */
final class Costs {

  private final String unit;
  private final Median perSecond = new Median();
  private final Median processorTime = new Median();
  private final Median allocatedBytes = new Median();

  /** Creates the costs of a unit of work, "step" for example. */
  Costs(String unit) {
    this.unit = unit;
  }

  /** Carries out units of work, which count. */
  void measure(Jvm jvm, int units, Work work) throws Exception {
    long allocatedBefore = jvm.allocatedBytes();
    Duration before = jvm.processorTime();
    work.carryOut();
    Duration used = jvm.processorTime().minus(before);
    processorTime.add(Seconds.of(used) / units);
    allocatedBytes.add((double) (jvm.allocatedBytes() - allocatedBefore) / units);
  }

  /** Work that a server carries out. */
  interface Work {
    void carryOut() throws Exception;
  }

  /** Adds how many units a second were carried out. */
  void addRate(double rate) {
    perSecond.add(rate);
  }

  double perSecond() {
    return perSecond.value();
  }

  /** Returns the bytes that a unit allocated. */
  double allocatedBytes() {
    return allocatedBytes.value();
  }

  void report(Bench bench, String kind) {
    bench.result(kind, perSecond.value(), unit + "s/s");
    bench.result(kind + "_processor_time_per_" + unit, processorTime.value() * 1000, "ms");
    bench.result(kind + "_allocated_per_" + unit, allocatedBytes.value() / 1024, "KiB");
  }

  /** Reports the costs relative to those of the version before. */
  void compare(Bench bench, String kind, Costs before) {
    bench.result(kind + "_ratio_to_before", perSecond.value() / before.perSecond.value(), "ratio");
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
