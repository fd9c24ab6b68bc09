package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.ModelId;
import dev.reprise.budget.DayBudgets;
import dev.reprise.budget.DayLimit;
import dev.reprise.model.price.Prices;
import dev.reprise.tool.policy.ApprovalScope;
import dev.reprise.tool.policy.CostGates;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the models of agents that have no price although approvals by cost or limits of dollars
 * depend on it. Such an agent can be used.
 */
@ApplicationScoped
public class PriceCheck {

  private final Prices prices;
  private final CostGates gates;
  private final DayBudgets days;

  @Inject
  public PriceCheck(Prices prices, CostGates gates, DayBudgets days) {
    this.prices = prices;
    this.gates = gates;
    this.days = days;
  }

  /**
   * Returns a warning for each model without a price on which something depends, with what happens
   * to its calls.
   *
   * @param tenant whose runs the agent works for; empty for those without settings of their own
   */
  public List<String> warnings(String tenant, AgentDefinition agent) {
    return agent.models().all().stream()
        .map(ModelChoice::id)
        .distinct()
        .filter(model -> !prices.isListed(model))
        .flatMap(model -> warning(tenant, agent, model))
        .toList();
  }

  private Stream<String> warning(String tenant, AgentDefinition agent, ModelId model) {
    List<String> effects = new ArrayList<>();
    if (prices.mayCharge(model.provider())
        && gates.limits(new ApprovalScope(tenant, agent.name())).asksWithoutPrice()) {
      effects.add("a person must approve each of its calls");
    }
    if (agent.runPolicy().budget().usd().isPresent() || days.areLimited(DayLimit.Unit.USD)) {
      effects.add("limits of US dollars hold up its calls");
    }
    return effects.isEmpty()
        ? Stream.empty()
        : Stream.of(
            "model %s has no price, so %s".formatted(model, String.join(", and ", effects)));
  }
}
