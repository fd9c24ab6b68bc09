package dev.reprise.api;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.tool.ToolRights;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Whether runs of an agent may be had by who wants them, as the policy for its tools says. */
@ApplicationScoped
class ToolAccess {

  private ToolRights rights;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolAccess() {}

  @Inject
  ToolAccess(ToolRights rights) {
    this.rights = rights;
  }

  /**
   * Checks an agent for somebody who asks.
   *
   * @throws Refusal if the person's role, or the tenant, may not use one of its tools
   */
  public void check(AgentDefinition agent, Caller caller) {
    check(agent, caller.tenant(), caller.role());
  }

  /**
   * Checks an agent where nobody asks: a schedule has its run, and who made it was checked then.
   *
   * @throws Refusal if the tenant may not use one of its tools
   */
  public void check(AgentDefinition agent, String tenant) {
    check(agent, tenant, Optional.of(Role.ADMIN));
  }

  void check(AgentDefinition agent, String tenant, Optional<Role> role) {
    List<FieldError> errors =
        rights.refusals(agent, tenant, role).stream()
            .map(why -> new FieldError("agent", "may not be run: " + why))
            .toList();
    if (!errors.isEmpty()) {
      throw Refusal.of(ProblemType.FORBIDDEN, errors);
    }
  }
}
