package dev.reprise.tool;

import dev.reprise.agent.task.CodeRun;
import java.math.BigDecimal;
import java.util.OptionalDouble;

/**
 * Receives what a tool reports during a call: its progress, on which nothing depends and which is
 * not recorded, what the call costs, and which generated code it has run.
 */
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

  /**
   * Reports that the call did cost something. Each report adds to those before it. The sum of each
   * attempt that ends is recorded, also of one that fails, and counts for the budgets; later calls
   * of the tool are expected to cost as much. An amount that is not more than 0, or that no call
   * can cost, is ignored.
   *
   * @param usd in US dollars
   */
  default void cost(BigDecimal usd) {}

  /** Reports that the call has run generated code. It is recorded before the call's outcome. */
  default void ran(CodeRun code) {}
}
