package dev.reprise.agent;

import dev.reprise.agent.budget.Budget;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The link from a child run to the tool call of its parent, and the limits that the parent sets.
 *
 * @param parent the run that delegated
 * @param callId the parent's tool call whose result is the answer of this run
 * @param depth the number of runs above this one, at least 1
 * @param maxIterations the limit of model calls of this run and its own child runs together
 * @param deadline the time after which the parent no longer uses the answer
 * @param budget the parent's share for this run and its own child runs together; empty if the
 *     parent has no limit of spending
 */
public record Delegation(
    UUID parent,
    String callId,
    int depth,
    int maxIterations,
    Instant deadline,
    Optional<Budget> budget) {

  /** Creates a delegation without a limit of spending. */
  public Delegation(UUID parent, String callId, int depth, int maxIterations, Instant deadline) {
    this(parent, callId, depth, maxIterations, deadline, Optional.empty());
  }

  public Delegation {
    if (depth < 1 || maxIterations < 1) {
      throw new IllegalArgumentException(
          "the depth and the maximum of iterations of a child run must be at least 1");
    }
  }
}
