package dev.reprise.agent.budget;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What people granted a run beyond its agent's budget, and which limit holds it up.
 *
 * @param granted the limits that people set for this run, in place of the agent's
 * @param crossed the limit that the next call would cross; empty if the run may continue
 * @param approvedCall what the next model call may be expected to cost, in US dollars, because a
 *     person approved it; empty if none was approved
 */
public record Allowance(
    Budget granted, Optional<LimitCrossing> crossed, Optional<BigDecimal> approvedCall) {

  /** Nothing was granted, and nothing holds the run up. */
  public static final Allowance NONE =
      new Allowance(Budget.NONE, Optional.empty(), Optional.empty());

  /** Returns the allowance after people set these limits. */
  public Allowance granting(Budget budget) {
    return new Allowance(granted.replacedBy(budget), crossed, approvedCall);
  }

  /** Returns the allowance of a run that must not make its next call. */
  public Allowance heldUpBy(LimitCrossing crossing) {
    return new Allowance(granted, Optional.of(crossing), Optional.empty());
  }

  /**
   * Returns the allowance of a run that continues. If one model call was too expensive to be made
   * without a person, that call is approved now.
   */
  public Allowance continued() {
    return new Allowance(
        granted,
        Optional.empty(),
        crossed
            .filter(limit -> limit.kind() == LimitCrossing.Kind.CALL_USD)
            .flatMap(LimitCrossing::needed));
  }

  /** Returns the allowance after a model call, which uses up the approval of one. */
  public Allowance afterModelCall() {
    return crossed.isEmpty() && approvedCall.isEmpty()
        ? this
        : new Allowance(granted, Optional.empty(), Optional.empty());
  }
}
