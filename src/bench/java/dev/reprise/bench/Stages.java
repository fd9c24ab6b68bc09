package dev.reprise.bench;

import dev.reprise.server.RecordedRun;

/** Which stages take the time of short runs, by the times of their events. */
final class Stages {

  private final Mean begin = new Mean();
  private final Mean steps = new Mean();
  private final Mean conclude = new Mean();

  void add(RecordedRun run) {
    var admitted = run.first("run.admitted").at();
    var started = run.first("phase.started").at();
    var phaseCompleted = run.first("phase.completed").at();
    var completed = run.first("run.completed").at();
    begin.add(Seconds.between(admitted, started));
    steps.add(Seconds.between(started, phaseCompleted));
    conclude.add(Seconds.between(phaseCompleted, completed));
  }

  /**
   * Reports the mean of each stage.
   *
   * @param cycle seconds from the start of one run to that of the next in the same place; the
   *     events do not cover the end of one job, the dispatch and the start of the next
   */
  void report(Bench bench, String mode, double cycle) {
    double inEvents = begin.value() + steps.value() + conclude.value();
    bench.result("admit_to_phase_" + mode, begin.value() * 1000, "ms");
    bench.result("steps_of_a_run_" + mode, steps.value() * 1000, "ms");
    bench.result("phase_to_end_" + mode, conclude.value() * 1000, "ms");
    bench.result("between_runs_" + mode, (cycle - inEvents) * 1000, "ms");
  }
}
