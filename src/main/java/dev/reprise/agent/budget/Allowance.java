package dev.reprise.agent.budget;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What people granted a run beyond its agent's budget, and what holds it up.
 *
 * @param granted the limits that people set for this run, in place of the agent's
 * @param crossed the limit that the next call would cross; empty if the run may continue
 * @param approvedCall what the next model call may be expected to cost, in US dollars, because a
 *     person approved it, or 0 for one whose cost is not known; empty if none was approved
 * @param pausedBy the different people who have paused the run since it last continued; one who
 *     denied its model call is among them
 */
public record Allowance(
    Budget granted,
    Optional<LimitCrossing> crossed,
    Optional<BigDecimal> approvedCall,
    List<String> pausedBy) {

  /** Nothing was granted, and nothing holds the run up. */
  public static final Allowance NONE =
      new Allowance(Budget.NONE, Optional.empty(), Optional.empty(), List.of());

  public Allowance {
    pausedBy = List.copyOf(pausedBy);
  }

  /** Returns the allowance after people set these limits. */
  public Allowance granting(Budget budget) {
    return new Allowance(granted.replacedBy(budget), crossed, approvedCall, pausedBy);
  }

  /** Returns the allowance of a run that must not make its next call. */
  public Allowance heldUpBy(LimitCrossing crossing) {
    return new Allowance(granted, Optional.of(crossing), Optional.empty(), pausedBy);
  }

  /** Returns the allowance of a run that a person paused. */
  public Allowance pausedBy(String person) {
    List<String> all = Stream.concat(pausedBy.stream(), Stream.of(person)).distinct().toList();
    return new Allowance(granted, crossed, approvedCall, all);
  }

  /**
   * Returns the allowance of a run that continues: nothing holds it up until its next call is
   * checked again.
   *
   * @param approved what the next model call may be expected to cost; empty if none was approved
   */
  public Allowance continued(Optional<BigDecimal> approved) {
    return new Allowance(granted, Optional.empty(), approved, List.of());
  }

  /** Returns the allowance of a run whose next model call people approved up to this amount. */
  public Allowance approving(BigDecimal usd) {
    return new Allowance(granted, Optional.empty(), Optional.of(usd), pausedBy);
  }

  /** Returns the allowance with no limit above that of an agent. */
  public Allowance within(Budget agents) {
    Budget lower = granted.equals(Budget.NONE) ? granted : agents.narrowedBy(granted);
    return new Allowance(lower, crossed, approvedCall, pausedBy);
  }

  /** Returns the allowance after a model call, which uses up the approval of one. */
  public Allowance afterModelCall() {
    return crossed.isEmpty() && approvedCall.isEmpty()
        ? this
        : new Allowance(granted, Optional.empty(), Optional.empty(), pausedBy);
  }
}
