package dev.reprise.tool.policy;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Which calls a person must approve because of what they cost or how much they do, before they are
 * made.
 *
 * <p>{@link CallCosts} says what a call is expected to cost. From {@link CostLimits#askFrom} a
 * person decides; from {@link CostLimits#noticeFrom} the call is made, and logged. Calls that are
 * not known to cost less than that are also for a person to decide if the tool is tagged {@value
 * #REBUILD}, or if an array in their arguments has more items than {@link CostLimits#batchItems}
 * and they have an effect or a cost. A cost in another currency than that of the limits cannot be
 * compared, so a person decides.
 */
@ApplicationScoped
public class CostGates {

  /** The tag of a tool that rebuilds something, such as an index. */
  public static final String REBUILD = "rebuild";

  private static final Gate FREE = new Gate(Optional.empty(), Optional.empty(), false);

  private final CostLimitSettings limits;

  /**
   * What a call is expected to cost, and why a person must approve it.
   *
   * @param estimate empty if it is not known, or nothing
   * @param why for that person; empty if the call may be made
   * @param isForCostAlone whether a person must approve it for no other reason than its cost
   */
  public record Gate(
      Optional<CallEstimate> estimate, Optional<Explained> why, boolean isForCostAlone) {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  public CostGates(Config config) {
    this.limits = CostLimitSettings.read(config);
  }

  /** Creates gates with the same limits for all runs. */
  public CostGates(CostLimits limits) {
    this.limits = CostLimitSettings.of(limits);
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  /**
   * Returns what applies to a call of a run.
   *
   * @param scope of the run
   * @param cost that is expected of the call; empty if it is not known
   */
  public Gate gate(
      ApprovalScope scope, ToolDeclaration tool, ToolCall call, Optional<ExpectedCost> cost) {
    CostLimits mine = limits(scope);
    Optional<Verdict> byCost = cost.map(mine::verdict);
    if (byCost.equals(Optional.of(Verdict.PASSED))) {
      return new Gate(cost.map(it -> it.judged(Verdict.PASSED)), Optional.empty(), false);
    }
    boolean matters = tool.effect() != EffectClass.READ_ONLY || cost.isPresent();
    Optional<Explained> extent =
        rebuilds(tool).or(() -> matters ? isBatch(mine, call) : Optional.empty());
    Optional<Explained> why =
        cost.filter(it -> byCost.equals(Optional.of(Verdict.ASKED)))
            .map(mine::why)
            .or(() -> extent);
    if (cost.isEmpty() && why.isEmpty()) {
      return FREE;
    }
    Verdict verdict = why.isPresent() ? Verdict.ASKED : Verdict.NOTICE;
    return new Gate(cost.map(it -> it.judged(verdict)), why, why.isPresent() && extent.isEmpty());
  }

  /** Returns from which cost people are told or asked about calls of some runs. */
  public CostLimits limits(ApprovalScope scope) {
    return limits.of(scope);
  }

  private static Optional<Explained> rebuilds(ToolDeclaration tool) {
    return tool.tags().contains(REBUILD)
        ? Optional.of(new Explained("It rebuilds something as a whole.", Code.REBUILDS.alone()))
        : Optional.empty();
  }

  private static Optional<Explained> isBatch(CostLimits limits, ToolCall call) {
    return CallItems.areMoreThan(limits.batchItems(), call)
        ? Optional.of(
            new Explained(
                "It is for %d items, and more than %d need approval."
                    .formatted(CallItems.of(call), limits.batchItems()),
                Code.MANY_ITEMS
                    .with("count", CallItems.of(call))
                    .with("most", limits.batchItems())))
        : Optional.empty();
  }
}
