package dev.reprise.api;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether runs of an agent may be had by who wants them, as the policy for its tools says. What
 * this server does not know is no tool of this policy: its calls fail by themselves.
 */
@ApplicationScoped
class ToolAccess {

  private ToolCatalogue catalogue;
  private ToolPolicy policy;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolAccess() {}

  @Inject
  ToolAccess(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /**
   * Checks an agent for somebody who asks.
   *
   * @throws Refusal if the person's roles, or the tenant, may not use one of its tools
   */
  public void check(AgentDefinition agent, Caller caller) {
    check(agent, caller.tenant(), caller::hasRole);
  }

  /**
   * Checks an agent where nobody asks: a schedule has its run, and who made it was checked then.
   *
   * @throws Refusal if the tenant may not use one of its tools
   */
  public void check(AgentDefinition agent, String tenant) {
    check(agent, tenant, role -> true);
  }

  void check(AgentDefinition agent, String tenant, Predicate<String> hasRole) {
    List<FieldError> errors =
        agent.phases().stream()
            .flatMap(phase -> phase.tools().stream())
            .distinct()
            .sorted()
            .flatMap(tool -> catalogue.declaration(tool).stream())
            .flatMap(tool -> refusal(tool, agent.name(), tenant, hasRole).stream())
            .map(why -> new FieldError("agent", "may not be run: " + why))
            .toList();
    if (!errors.isEmpty()) {
      throw Refusal.of(ProblemType.FORBIDDEN, errors);
    }
  }

  private Optional<String> refusal(
      ToolDeclaration tool, String agent, String tenant, Predicate<String> hasRole) {
    return policy.refusal(tool, tenant, agent).or(() -> policy.refusal(tool, hasRole));
  }
}
