package dev.reprise.bench;

import java.nio.file.Path;
import java.util.List;

/** Measures what is selected; ends with 0, or with 1 if something could not be measured. */
public final class Benchmarks {

  private static final List<Workload> WORKLOADS =
      List.of(
          new RawRates(),
          new OneLongRun(),
          new ManyShortRuns(),
          new RestartInTheMiddle(),
          new LogBytes(),
          new WaitingRuns(),
          new SubmitAndRestart(),
          new TakeOver());

  private Benchmarks() {}

  /** Measures. */
  public static void main(String[] args) throws Exception {
    Selection selection = Selection.fromSystemProperties();
    Results results = Results.in(directory().resolve("results.txt"));
    boolean complete = true;
    for (String name : selection.databases()) {
      try (BenchDatabase database = BenchDatabase.named(name, directory())) {
        for (Workload workload : WORKLOADS) {
          if (selection.workloads().contains(workload.name())) {
            var bench = new Bench(database, workload.name(), results, selection.isShort());
            complete &= isMeasured(workload, bench);
          }
        }
      }
    }
    if (selection.workloads().contains("jmh")) {
      MicroBenchmarks.measure(results, selection.isShort());
    }
    System.exit(complete ? 0 : 1); // servers and drivers leave threads behind
  }

  private static boolean isMeasured(Workload workload, Bench bench) {
    try {
      workload.measure(bench);
      return true;
    } catch (Exception | AssertionError e) {
      System.out.printf("%s on %s failed: %s%n", workload.name(), bench.database().name(), e);
      e.printStackTrace(System.out);
      return false;
    }
  }

  /** Where benchmarks leave what they make. */
  static Path directory() {
    return Path.of(System.getProperty("reprise.target", "target"))
        .toAbsolutePath()
        .resolve("bench");
  }
}
