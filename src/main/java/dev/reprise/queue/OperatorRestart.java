package dev.reprise.queue;

import dev.reprise.queue.row.RunRow;
import java.util.Set;

/**
 * A job that an operator has restarted in the batch administration.
 *
 * @param execution the job's new execution
 * @param earlier the executions that the job had before
 * @param by the operator's name
 */
public record OperatorRestart(long execution, Set<Long> earlier, String by) {

  public OperatorRestart {
    earlier = Set.copyOf(earlier);
  }

  /** Returns whether the job is the one that last held the run. */
  public boolean isOfTheJobOf(RunRow row) {
    return row.execution().filter(earlier::contains).isPresent();
  }
}
