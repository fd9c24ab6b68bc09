package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.run.decision.InputReferences;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.call.ToolAuthorization;
import dev.reprise.tool.control.DelegateDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Which agents work for a run, and which it may not have work for it. */
@ApplicationScoped
class DelegationTargets {

  private static final String NOT_ALLOWED = "agent_not_allowed";

  private AgentCatalogue agents;
  private ToolAuthorization rights;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  DelegationTargets() {}

  @Inject
  DelegationTargets(AgentCatalogue agents, ToolAuthorization rights) {
    this.agents = agents;
    this.rights = rights;
  }

  /**
   * Returns the agent that a call wants.
   *
   * @param tenant of the run
   * @param asker the agent that makes the call
   * @param role the highest of the person for whom its run is; empty for none
   * @throws ToolException if its grant does not reach that far, there is no such agent, it lacks
   *     input, or that person may not use one of its tools
   */
  AgentVersion wanted(
      String tenant, AgentDefinition asker, DelegateDeclaration.Task task, Optional<Role> role)
      throws ToolException {
    ToolGrant grant = asker.grant(ControlTool.DELEGATE.toolName());
    if (!grant.reaches(task.agent())) {
      throw new ToolException(
          NOT_ALLOWED,
          "'%s' may not delegate to '%s', only to %s"
              .formatted(asker.name(), task.agent(), grant.only().stream().sorted().toList()));
    }
    AgentVersion version = present(tenant, task.agent(), role);
    List<String> missing = InputReferences.missing(version.definition(), task.input());
    if (!missing.isEmpty()) {
      throw new ToolException(
          "missing_input",
          "agent '%s' needs %s".formatted(task.agent(), String.join(", ", missing)));
    }
    return version;
  }

  /**
   * Returns an agent of a tenant as it is now.
   *
   * @throws ToolException if there is none, or somebody of this role may not use one of its tools
   */
  AgentVersion present(String tenant, String name, Optional<Role> role) throws ToolException {
    AgentVersion version = find(tenant, name);
    List<String> refusals = rights.roleRefusals(version.definition(), tenant, role);
    if (!refusals.isEmpty()) {
      throw new ToolException(
          NOT_ALLOWED,
          "this run may not have agent '%s' work for it: %s"
              .formatted(name, String.join("; ", refusals)));
    }
    return version;
  }

  private AgentVersion find(String tenant, String name) throws ToolException {
    return switch (agents.find(tenant, name)) {
      case CatalogueEntry.Found found -> found.version();
      case CatalogueEntry.Broken broken ->
          throw new ToolException(
              "unknown_agent",
              "agent '%s' cannot run until its document is corrected".formatted(broken.name()));
      case CatalogueEntry.Unknown ignored ->
          throw new ToolException(
              "unknown_agent",
              "there is no agent '%s'; there are %s"
                  .formatted(
                      name,
                      agents.list(tenant).stream()
                          .filter(CatalogueEntry.Found.class::isInstance)
                          .map(CatalogueEntry::name)
                          .toList()));
    };
  }
}
