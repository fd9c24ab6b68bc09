package dev.reprise.tool.call;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks whether the policy lets a person have runs of an agent use the agent's tools. A tool that
 * the tenant does not have does not count, because its calls fail anyway.
 */
@ApplicationScoped
public class ToolAuthorization {

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;

  @Inject
  public ToolAuthorization(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /**
   * Returns, for each tool of an agent, why a person's role may not have runs use it; empty if it
   * may use all.
   *
   * @param role the person's highest; empty for none
   */
  public List<String> roleRefusals(AgentDefinition agent, String tenant, Optional<Role> role) {
    return tools(agent, tenant).flatMap(tool -> policy.refusal(tool, role).stream()).toList();
  }

  /**
   * Returns the same, and also the refusals because of the tenant or of the agent itself. Trials
   * are for admins, whatever their tools are.
   */
  public List<String> refusals(AgentDefinition agent, String tenant, Optional<Role> role) {
    if (agent.isTrial() && !role.equals(Optional.of(Role.ADMIN))) {
      return List.of("it is a trial of a document, which is for users with the role admin");
    }
    return tools(agent, tenant)
        .flatMap(tool -> policy.refusal(tool, tenant, agent.name(), role).stream())
        .toList();
  }

  /**
   * Returns, for each tool that another person's runs of an agent may use, why this person's role
   * may not use it. Tools that those runs may not call themselves do not count.
   *
   * @param owner the highest role of the person on whose behalf the runs work; empty for none
   * @param role this person's highest; empty for none
   */
  public List<String> beyond(
      AgentDefinition agent, String tenant, Optional<Role> owner, Optional<Role> role) {
    return tools(agent, tenant)
        .filter(tool -> policy.refusal(tool, owner).isEmpty())
        .flatMap(tool -> policy.refusal(tool, role).stream())
        .toList();
  }

  private Stream<ToolDeclaration> tools(AgentDefinition agent, String tenant) {
    return catalogue.declarations(tenant, agent.grantedTools()).stream();
  }
}
