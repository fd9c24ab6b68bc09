package dev.reprise.tool;

import java.util.OptionalDouble;

/** Where a call says how far it is. Nothing depends on it, and nothing of it is recorded. */
@FunctionalInterface
public interface CallProgress {

  /** For whom it is of no interest. */
  CallProgress UNHEARD = (done, total, message) -> {};

  /**
   * Says how far the call is.
   *
   * @param done grows from call to call, in whatever unit the tool counts
   * @param total what it will be at the end, if that is known
   * @param message in words; may be empty
   */
  void report(double done, OptionalDouble total, String message);
}
