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

/** Decides to which agents a run may delegate. */
@ApplicationScoped
class DelegationTargets {

  static final String NOT_ALLOWED = "agent_not_allowed";

  private final AgentCatalogue agents;
  private final ToolAuthorization rights;

  @Inject
  DelegationTargets(AgentCatalogue agents, ToolAuthorization rights) {
    this.agents = agents;
    this.rights = rights;
  }

  /**
   * Returns the agent to which a call delegates.
   *
   * @param tenant the run's
   * @param caller the agent that makes the call
   * @param role the highest role of the run's submitter; empty for none
   * @throws ToolException if the caller's grant does not include the agent, there is no such agent,
   *     it lacks input, or the submitter may not use one of its tools
   */
  AgentVersion requested(
      String tenant, AgentDefinition caller, DelegateDeclaration.Task task, Optional<Role> role)
      throws ToolException {
    ToolGrant grant = caller.grant(ControlTool.DELEGATE.toolName());
    if (!grant.reaches(task.agent())) {
      throw new ToolException(
          NOT_ALLOWED,
          "'%s' may not delegate to '%s', only to %s"
              .formatted(caller.name(), task.agent(), grant.only().stream().sorted().toList()));
    }
    AgentVersion version = current(tenant, task.agent(), role);
    List<String> missing = InputReferences.missing(version.definition(), task.input());
    if (!missing.isEmpty()) {
      throw new ToolException(
          "missing_input",
          "agent '%s' needs %s".formatted(task.agent(), String.join(", ", missing)));
    }
    return version;
  }

  /**
   * Returns the current version of a tenant's agent.
   *
   * @throws ToolException if there is no such agent, or this role may not use one of its tools
   */
  AgentVersion current(String tenant, String name, Optional<Role> role) throws ToolException {
    AgentVersion version = find(tenant, name);
    List<String> refusals = rights.roleRefusals(version.definition(), tenant, role);
    if (!refusals.isEmpty()) {
      throw new ToolException(
          NOT_ALLOWED,
          "this run may not delegate to agent '%s': %s"
              .formatted(name, String.join("; ", refusals)));
    }
    return version;
  }

  /**
   * Returns a tenant's own agent in place of one that is part of the product, if it has one of that
   * name.
   *
   * @throws ToolException if its document cannot be used, or this role may not use one of its tools
   */
  Optional<AgentVersion> replacement(String tenant, String name, Optional<Role> role)
      throws ToolException {
    return agents.find(tenant, name) instanceof CatalogueEntry.Unknown
        ? Optional.empty()
        : Optional.of(current(tenant, name, role));
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
