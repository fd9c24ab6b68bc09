package dev.reprise.tool;

import java.util.OptionalDouble;

/** Receives the progress of a call. Nothing depends on it, and none of it is recorded. */
@FunctionalInterface
public interface CallProgress {

  /** Ignores all progress. */
  CallProgress UNHEARD = (done, total, message) -> {};

  /**
   * Reports progress.
   *
   * @param done grows with each report, in a unit of the tool's choice
   * @param total the value of {@code done} at the end, if known
   * @param message in words; may be empty
   */
  void report(double done, OptionalDouble total, String message);
}
