package dev.reprise.bench;

import java.nio.file.Path;
import java.util.List;

/** Measures the selected workloads; ends with 0, or with 1 if a measurement failed. */
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
          new TakeOver(),
          new OpenStreams(),
          new ResumeOfALongRun(),
          new CrowdedQueue(),
          new ManyEndedRuns(),
          new LongQueue(),
          new MemoryOfRuns(),
          new LargeBatch(),
          new CostOfTelemetry(),
          new FirstMinute(),
          new QueueLengths());

  private final Selection selection;
  private final Results results;
  private boolean complete = true;

  private Benchmarks(Selection selection, Results results) {
    this.selection = selection;
    this.results = results;
  }

  /** Measures the selected workloads. */
  public static void main(String[] args) throws Exception {
    Results results = Results.in(directory().resolve("results.txt"));
    boolean complete = new Benchmarks(Selection.fromSystemProperties(), results).measure();
    System.exit(complete ? 0 : 1); // servers and drivers leave threads behind
  }

  private boolean measure() throws Exception {
    List<Workload> selected =
        WORKLOADS.stream().filter(it -> selection.workloads().contains(it.name())).toList();
    if (!selected.isEmpty()) {
      for (String name : selection.databases()) {
        try (BenchDatabase database = BenchDatabase.named(name, directory())) {
          selected.forEach(workload -> measure(workload, database));
        }
      }
    }
    if (selection.workloads().contains("jmh")) {
      MicroBenchmarks.measure(results, selection.isShort());
    }
    return complete;
  }

  /** Measures a workload. If it fails, prints the failure, and the other workloads still run. */
  private void measure(Workload workload, BenchDatabase database) {
    try {
      workload.measure(new Bench(database, workload.name(), results, selection.isShort()));
    } catch (Exception | AssertionError e) {
      complete = false;
      System.out.printf("%s on %s failed: %s%n", workload.name(), database.name(), e);
      e.printStackTrace(System.out);
    }
  }

  /** Returns the directory of the files that benchmarks make. */
  static Path directory() {
    return Path.of(System.getProperty("reprise.target", "target"))
        .toAbsolutePath()
        .resolve("bench");
  }
}
