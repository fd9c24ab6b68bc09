package dev.reprise.run.approval;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.journal.HumanInputEvent;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A person's approval of the later calls of a tool in a run, up to an amount.
 *
 * @param given the approval that allows it
 * @param terms the digest of the tool's declaration and the policy for which it was given
 * @param left in {@link Cost#CURRENCY}, at least 0
 */
public record StandingApproval(
    HumanInputEvent.Allowed.Reference given, Optional<String> terms, BigDecimal left) {

  /**
   * Returns whether a call of this estimate fits into what is left.
   *
   * @param now the digest under which people would be asked about the call
   * @param reserved what calls that are made with it cost
   */
  public boolean covers(CallEstimate estimate, String now, BigDecimal reserved) {
    return terms.equals(Optional.of(now))
        && estimate.currency().equals(Cost.CURRENCY)
        && estimate.amount().add(reserved).compareTo(left) <= 0;
  }

  /** Returns what stands after an attempt at a call, whatever comes of the attempt. */
  StandingApproval without(BigDecimal amount) {
    return new StandingApproval(given, terms, left.subtract(amount).max(BigDecimal.ZERO));
  }
}
