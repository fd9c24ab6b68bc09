package dev.reprise.tool.call;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which of an agent's tools stand in the way of who wants runs of it, as the policy says. What this
 * tenant does not have is no tool of this policy: its calls fail by themselves.
 */
@ApplicationScoped
public class ToolAuthorization {

  private ToolCatalogue catalogue;
  private ToolPolicy policy;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolAuthorization() {}

  @Inject
  public ToolAuthorization(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /**
   * Returns why somebody's role does not do for runs of an agent, tool by tool; empty if it does.
   *
   * @param role the person's highest; empty for none
   */
  public List<String> roleRefusals(AgentDefinition agent, String tenant, Optional<Role> role) {
    return tools(agent, tenant).flatMap(tool -> policy.refusal(tool, role).stream()).toList();
  }

  /** Returns why somebody's tenant, the agent itself or somebody's role does not do, likewise. */
  public List<String> refusals(AgentDefinition agent, String tenant, Optional<Role> role) {
    return tools(agent, tenant)
        .flatMap(tool -> policy.refusal(tool, tenant, agent.name(), role).stream())
        .toList();
  }

  /**
   * Returns why somebody's role does not do for what runs of an agent can do for somebody else,
   * tool by tool. Tools that those runs may not call themselves do not count.
   *
   * @param owner the highest role of the person for whom the runs are; empty for none
   * @param role the other person's; empty for none
   */
  public List<String> beyond(
      AgentDefinition agent, String tenant, Optional<Role> owner, Optional<Role> role) {
    return tools(agent, tenant)
        .filter(tool -> policy.refusal(tool, owner).isEmpty())
        .flatMap(tool -> policy.refusal(tool, role).stream())
        .toList();
  }

  /**
   * Returns why a run may not use a tool now; empty if it may, or there is no such tool.
   *
   * @param role the highest of the person for whom it does; empty for none
   */
  public Optional<String> refusal(String tool, String tenant, String agent, Optional<Role> role) {
    return catalogue
        .declaration(tool)
        .flatMap(declared -> policy.refusal(declared, tenant, agent, role));
  }

  private Stream<ToolDeclaration> tools(AgentDefinition agent, String tenant) {
    Set<String> granted =
        agent.phases().stream()
            .flatMap(phase -> phase.tools().stream())
            .collect(Collectors.toUnmodifiableSet());
    return catalogue.declarations(tenant).stream().filter(tool -> granted.contains(tool.name()));
  }
}
