package dev.reprise.bench;

import dev.reprise.server.RecordedRun;
import java.time.Instant;
import java.util.List;

/** Moments in the journals of several runs, by the database's clock. */
final class RecordedRuns {

  private RecordedRuns() {}

  /**
   * Returns when the last of these runs was completed.
   *
   * @throws java.util.NoSuchElementException if one of them was not completed
   */
  static Instant lastCompletion(List<RecordedRun> runs) {
    return runs.stream()
        .map(run -> run.first("run.completed").at())
        .max(Instant::compareTo)
        .orElseThrow();
  }

  /** Returns the completed runs a second, from the first submission to the last completion. */
  static double perSecond(List<RecordedRun> runs) {
    Instant first =
        runs.stream().map(r -> r.events().getFirst().at()).min(Instant::compareTo).orElseThrow();
    return runs.size() / Seconds.between(first, lastCompletion(runs));
  }
}
