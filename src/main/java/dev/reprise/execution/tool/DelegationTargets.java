package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.run.decision.InputFaults;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.call.ToolAuthorization;
import dev.reprise.tool.control.DelegateDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides to which agents a run may delegate. Tested by {@code DelegationStepsTest}. */
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
   * @throws AgentNotThereException if the agent cannot run yet
   */
  AgentVersion requested(
      String tenant, AgentDefinition caller, DelegateDeclaration.Task task, Optional<Role> role)
      throws ToolException, AgentNotThereException {
    ToolGrant grant = caller.grant(ControlTool.DELEGATE.toolName());
    if (!grant.reaches(task.agent())) {
      throw new ToolException(
          NOT_ALLOWED,
          "'%s' may not delegate to '%s', only to %s"
              .formatted(caller.name(), task.agent(), grant.only().stream().sorted().toList()));
    }
    AgentVersion version = permitted(find(tenant, task.agent()), tenant, role);
    InputFaults faults = InputFaults.of(version.definition(), task.input());
    if (!faults.violations().isEmpty()) {
      throw new ToolException(
          "invalid_input",
          "the input does not fit what agent '%s' takes: %s"
              .formatted(
                  task.agent(),
                  faults.violations().stream()
                      .map(it -> it.path() + ": " + it.message())
                      .collect(Collectors.joining("; "))));
    }
    if (!faults.missing().isEmpty()) {
      throw new ToolException(
          "missing_input",
          "agent '%s' needs %s"
              .formatted(
                  task.agent(),
                  faults.missing().stream()
                      .map(InputFaults.Fault::path)
                      .collect(Collectors.joining(", "))));
    }
    return version;
  }

  /**
   * Returns the current version of a tenant's agent to which a call was delegated. The agent could
   * run then, so that it is waited for if it cannot now, such as on a server that does not have its
   * document yet.
   *
   * @throws ToolException if this role may not use one of its tools
   * @throws AgentNotThereException if the agent cannot run here now
   */
  AgentVersion current(String tenant, String name, Optional<Role> role)
      throws ToolException, AgentNotThereException {
    return switch (agents.find(tenant, name)) {
      case CatalogueEntry.Found found -> permitted(found.version(), tenant, role);
      case CatalogueEntry.NotReady notReady -> throw notThere(notReady);
      case CatalogueEntry.Broken broken ->
          throw new AgentNotThereException(
              name, "cannot run until its document is corrected, or this server has what it names");
      case CatalogueEntry.Unknown unknown ->
          throw new AgentNotThereException(name, "is not there any more, or not yet");
    };
  }

  private AgentVersion permitted(AgentVersion version, String tenant, Optional<Role> role)
      throws ToolException {
    List<String> refusals = rights.roleRefusals(version.definition(), tenant, role);
    if (!refusals.isEmpty()) {
      throw new ToolException(
          NOT_ALLOWED,
          "this run may not delegate to agent '%s': %s"
              .formatted(version.definition().name(), String.join("; ", refusals)));
    }
    return version;
  }

  private static AgentNotThereException notThere(CatalogueEntry.NotReady agent) {
    return new AgentNotThereException(agent.name(), "cannot run yet: " + agent.words());
  }

  /**
   * Returns a tenant's own agent in place of one that is part of the product, if it has one of that
   * name.
   *
   * @throws ToolException if this role may not use one of its tools
   * @throws AgentNotThereException if its document cannot be used now
   */
  Optional<AgentVersion> replacement(String tenant, String name, Optional<Role> role)
      throws ToolException, AgentNotThereException {
    return agents.find(tenant, name) instanceof CatalogueEntry.Unknown
        ? Optional.empty()
        : Optional.of(current(tenant, name, role));
  }

  private AgentVersion find(String tenant, String name)
      throws ToolException, AgentNotThereException {
    return switch (agents.find(tenant, name)) {
      case CatalogueEntry.Found found -> found.version();
      case CatalogueEntry.NotReady notReady -> throw notThere(notReady);
      case CatalogueEntry.Broken broken ->
          throw new ToolException(
              "unknown_agent",
              "agent '%s' cannot run until its document is corrected, or this server has what it names"
                  .formatted(broken.name()));
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
