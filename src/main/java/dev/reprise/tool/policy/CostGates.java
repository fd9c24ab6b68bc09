package dev.reprise.tool.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Which calls a person must approve because of what they cost or how much they do, before they are
 * made.
 *
 * <p>A call is expected to cost what its tool declares. From {@link CostLimits#askFrom} a person
 * decides; from {@link CostLimits#noticeFrom} the call is made, and logged. Calls that are not
 * known to cost less than that are also for a person to decide if the tool is tagged {@value
 * #REBUILD}, or if an array in their arguments has more items than {@link CostLimits#batchItems}
 * and they have an effect or a cost. A cost in another currency than that of the limits cannot be
 * compared, so a person decides.
 */
@ApplicationScoped
public class CostGates {

  /** The tag of a tool that builds something anew, such as an index. */
  public static final String REBUILD = "rebuild";

  private static final Gate FREE = new Gate(Optional.empty(), Optional.empty(), false);

  private final CostLimits limits;
  private final Map<String, CostLimits> limitsOfTenants;

  /**
   * What a call is expected to cost, and why a person must approve it.
   *
   * @param estimate empty if it is not known, or nothing
   * @param why in words for that person; empty if the call may be made
   * @param isForCostAlone whether a person must approve it for no other reason than its cost
   */
  public record Gate(
      Optional<CallEstimate> estimate, Optional<String> why, boolean isForCostAlone) {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  public CostGates(Config config) {
    this.limits = CostLimits.read(config);
    this.limitsOfTenants = CostLimits.ofTenants(config, limits);
  }

  public CostGates(CostLimits limits) {
    this.limits = limits;
    this.limitsOfTenants = Map.of();
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  /** Returns what applies to a call of a tenant's run. */
  public Gate gate(String tenant, ToolDeclaration tool, ToolCall call) {
    CostLimits mine = limits(tenant);
    Optional<Verdict> byCost = tool.cost().map(mine::verdict);
    if (byCost.equals(Optional.of(Verdict.PASSED))) {
      return new Gate(estimate(tool, Verdict.PASSED), Optional.empty(), false);
    }
    Optional<String> extent = rebuilds(tool).or(() -> isBatch(mine, tool, call));
    Optional<String> why =
        byCost
            .filter(Verdict.ASKED::equals)
            .map(ignored -> mine.why(tool.cost().orElseThrow()))
            .or(() -> extent);
    if (tool.cost().isEmpty() && why.isEmpty()) {
      return FREE;
    }
    return new Gate(
        estimate(tool, why.isPresent() ? Verdict.ASKED : Verdict.NOTICE),
        why,
        why.isPresent() && extent.isEmpty());
  }

  /** Returns from which cost people are told or asked about calls of a tenant's runs. */
  public CostLimits limits(String tenant) {
    return limitsOfTenants.getOrDefault(tenant, limits);
  }

  private static Optional<CallEstimate> estimate(ToolDeclaration tool, Verdict verdict) {
    return tool.cost().map(cost -> new CallEstimate(cost.amount(), cost.currency(), verdict));
  }

  private static Optional<String> rebuilds(ToolDeclaration tool) {
    return tool.tags().contains(REBUILD)
        ? Optional.of("It rebuilds something as a whole.")
        : Optional.empty();
  }

  private static Optional<String> isBatch(CostLimits limits, ToolDeclaration tool, ToolCall call) {
    String arguments = call.arguments().text();
    boolean matters = tool.effect() != EffectClass.READ_ONLY || tool.cost().isPresent();
    if (!matters || arguments.length() <= 2 * limits.batchItems()) {
      return Optional.empty(); // too short for so many items, which are one digit and a comma each
    }
    int items = longestArray(Json.read(arguments));
    return items > limits.batchItems()
        ? Optional.of(
            "It is for %d items, and more than %d need approval."
                .formatted(items, limits.batchItems()))
        : Optional.empty();
  }

  private static int longestArray(JsonNode value) {
    int longest = value.isArray() ? value.size() : 0;
    for (JsonNode member : value) {
      longest = Math.max(longest, longestArray(member));
    }
    return longest;
  }

  /** Returns whether calls of the tool cost anything, as far as is known. */
  public static boolean isFree(ToolDeclaration tool) {
    return tool.cost().map(Cost::amount).filter(amount -> amount.signum() > 0).isEmpty();
  }
}
