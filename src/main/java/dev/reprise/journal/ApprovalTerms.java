package dev.reprise.journal;

import dev.reprise.agent.CallEstimate;
import java.util.Optional;

/**
 * What people were told when they were asked to approve a call, and what their approval depends on.
 *
 * @param estimate what the call is expected to cost; empty if that is unknown or nothing
 * @param quorum how many people must approve, at least 1
 * @param digest of the tool's declaration and of the policy for it; empty if the question is from
 *     before this member
 */
public record ApprovalTerms(Optional<CallEstimate> estimate, int quorum, Optional<String> digest) {

  /** Of questions that say nothing: one person decides, whatever changes. */
  public static final ApprovalTerms NONE = new ApprovalTerms(Optional.empty(), 1, Optional.empty());

  public ApprovalTerms {
    if (quorum < 1) {
      throw new IllegalArgumentException("at least one person must approve a call");
    }
  }
}
