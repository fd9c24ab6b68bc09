package dev.reprise.journal;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.Explanation;
import java.util.Optional;
import java.util.UUID;

/**
 * What people were told when they were asked about a call, and what their approval or answer
 * depends on.
 *
 * @param estimate what the call is expected to cost; empty if that is unknown or nothing
 * @param quorum how many people must approve, at least 1
 * @param digest of the tool's declaration and of the policy for it; empty for an answer, and for a
 *     call of a model
 * @param run the run that asks; empty if none has asked yet
 * @param pausesIfDenied whether a denial pauses the run
 * @param why why people are asked; empty for an answer
 */
public record ApprovalTerms(
    Optional<CallEstimate> estimate,
    int quorum,
    Optional<String> digest,
    Optional<UUID> run,
    boolean pausesIfDenied,
    Optional<Explanation> why) {

  /** Of questions that say nothing: one person decides, whatever changes. */
  public static final ApprovalTerms NONE =
      new ApprovalTerms(
          Optional.empty(), 1, Optional.empty(), Optional.empty(), false, Optional.empty());

  public ApprovalTerms {
    if (quorum < 1) {
      throw new IllegalArgumentException("at least one person must approve a call");
    }
  }

  /** Returns the terms under which a run asks. */
  public ApprovalTerms in(UUID asking) {
    return new ApprovalTerms(estimate, quorum, digest, Optional.of(asking), pausesIfDenied, why);
  }
}
