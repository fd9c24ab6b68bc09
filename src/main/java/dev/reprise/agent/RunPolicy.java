package dev.reprise.agent;

import dev.reprise.agent.budget.Budget;
import java.util.Optional;

/**
 * How the runs of an agent are carried out, whatever their task is.
 *
 * @param limits how far a run of all phases together may go
 * @param compaction how transcripts are kept from growing without end; empty if they are not
 * @param recordsContent whether prompts, replies, arguments, results and outputs are recorded; if
 *     not, a run that is interrupted after the start of a phase cannot continue
 * @param retries how often and when models and tools are called again
 * @param budget what a run and its child runs may spend together
 * @param pausesIfDenied whether a run pauses when a person denies a call of a tool; if not, its
 *     model is told and goes on
 */
public record RunPolicy(
    Limits limits,
    Optional<Compaction> compaction,
    boolean recordsContent,
    RetryPreferences retries,
    Budget budget,
    boolean pausesIfDenied) {

  /** Creates a policy without a limit of spending. */
  public RunPolicy(
      Limits limits,
      Optional<Compaction> compaction,
      boolean recordsContent,
      RetryPreferences retries) {
    this(limits, compaction, recordsContent, retries, Budget.NONE, false);
  }
}
