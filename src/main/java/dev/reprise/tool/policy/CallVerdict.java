package dev.reprise.tool.policy;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.Explained;
import java.time.Duration;
import java.util.Optional;

/**
 * What the policy says of a call that is about to be made.
 *
 * @param estimate what it is expected to cost; empty if that is not known, or nothing
 * @param demand empty if the call may be made without an approval
 */
public record CallVerdict(Optional<CallEstimate> estimate, Optional<Demand> demand) {

  /**
   * The approval that a call needs.
   *
   * @param why for the people who are asked
   * @param quorum how many people must approve
   * @param timeout how long people have to decide
   * @param digest of the tool's declaration and the policy, on which an approval depends
   * @param isForCostAlone whether an approval up to an amount can cover the call
   * @param pausesIfDenied whether the run pauses when a person denies the call
   */
  public record Demand(
      Explained why,
      int quorum,
      Duration timeout,
      String digest,
      boolean isForCostAlone,
      boolean pausesIfDenied) {}
}
