package dev.reprise.api;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.tool.ToolRights;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

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
   * Checks an agent for somebody who wants a run of it, or whose schedule does.
   *
   * @throws Refusal if the person's role, or the tenant, may not use one of its tools
   */
  public void check(AgentDefinition agent, Submitter submitter) {
    List<FieldError> errors =
        rights.refusals(agent, submitter.tenant(), submitter.role()).stream()
            .map(why -> new FieldError("agent", "may not be run: " + why))
            .toList();
    if (!errors.isEmpty()) {
      throw Refusal.of(ProblemType.FORBIDDEN, errors);
    }
  }
}
