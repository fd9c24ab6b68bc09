package dev.reprise.api.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.run.Run;
import dev.reprise.schedule.Schedule;
import dev.reprise.tool.call.ToolAuthorization;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether somebody may have runs of an agent, or act on a run of somebody else, as the policy for
 * the tools says.
 */
@ApplicationScoped
public class ToolAccessCheck {

  private ToolAuthorization rights;
  private AgentCatalogue agents;
  private AgentVersions versions;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolAccessCheck() {}

  @Inject
  ToolAccessCheck(ToolAuthorization rights, AgentCatalogue agents, AgentVersions versions) {
    this.rights = rights;
    this.agents = agents;
    this.versions = versions;
  }

  /**
   * Checks an agent for somebody who wants a run of it, or whose schedule does.
   *
   * @throws ProblemException if the person's role, or the tenant, may not use one of its tools
   */
  public void check(AgentDefinition agent, Submitter submitter) {
    refuse("agent", "may not be run", rights.refusals(agent, submitter.tenant(), submitter.role()));
  }

  /**
   * Checks somebody who wants to decide what a run does next, or have it go on: that person's role
   * must reach every tool that the run may call, itself or by an agent to which it may delegate. To
   * read a run, to pause or to cancel it needs no such role.
   *
   * @throws ProblemException if it does not
   */
  public void checkActing(Run run, Optional<Role> role) {
    if (!includes(role, run.submitterRole())) {
      var owner = new Submitter(run.tenant(), run.submittedBy(), run.submitterRole());
      checkActing("run", versions.load(run.tenant(), run.agentVersion()), owner, role);
    }
  }

  /**
   * Checks somebody who wants a schedule to fire, likewise: its runs are for who wrote it.
   *
   * @throws ProblemException if that person's role does not reach every tool of its agent, as it is
   *     now
   */
  public void checkActing(Schedule schedule, Optional<Role> role) {
    if (includes(role, schedule.role())) {
      return;
    }
    var owner = new Submitter(schedule.tenant(), schedule.by(), schedule.role());
    if (agents.find(owner.tenant(), schedule.definition().agent())
        instanceof CatalogueEntry.Found agent) {
      checkActing("schedule", agent.version().definition(), owner, role);
    }
  }

  /**
   * Checks somebody who wants a run to go on with another version of its agent.
   *
   * @throws ProblemException if that person may not have runs of it, or the one may not for whom
   *     the run is
   */
  public void checkMigration(Run run, AgentDefinition to, Submitter submitter) {
    check(to, submitter);
    refuse(
        "agent",
        "may not be that of a run submitted %s"
            .formatted(
                run.submitterRole().map(it -> "as " + it.roleName()).orElse("without a role")),
        rights.roleRefusals(to, run.tenant(), run.submitterRole()));
  }

  /** A person who has the role of a run's owner, or more, reaches all that the run does. */
  private static boolean includes(Optional<Role> role, Optional<Role> owner) {
    return owner.map(it -> role.filter(has -> has.includes(it)).isPresent()).orElse(true);
  }

  private void checkActing(
      String field, AgentDefinition agent, Submitter owner, Optional<Role> role) {
    refuse(
        field,
        "is that of somebody with more rights",
        withDelegates(owner.tenant(), agent).stream()
            .flatMap(it -> rights.beyond(it, owner.tenant(), owner.role(), role).stream())
            .distinct()
            .toList());
  }

  /** Returns the agent, and all that may come to work for its runs, as they are now. */
  private Set<AgentDefinition> withDelegates(String tenant, AgentDefinition agent) {
    Set<AgentDefinition> found = new LinkedHashSet<>();
    Deque<AgentDefinition> open = new ArrayDeque<>(List.of(agent));
    while (!open.isEmpty()) {
      AgentDefinition next = open.pop();
      if (found.add(next) && delegates(next)) {
        ToolGrant grant = next.grant(ControlTool.DELEGATE.toolName());
        agents.list(tenant).stream()
            .filter(entry -> grant.reaches(entry.name()))
            .filter(CatalogueEntry.Found.class::isInstance)
            .map(entry -> ((CatalogueEntry.Found) entry).version().definition())
            .forEach(open::push);
      }
    }
    return found;
  }

  private static boolean delegates(AgentDefinition agent) {
    return agent.phases().stream()
        .anyMatch(phase -> phase.tools().contains(ControlTool.DELEGATE.toolName()));
  }

  private static void refuse(String field, String what, List<String> refusals) {
    List<FieldError> errors =
        refusals.stream().map(why -> new FieldError(field, what + ": " + why)).toList();
    if (!errors.isEmpty()) {
      throw ProblemException.of(ProblemType.FORBIDDEN, errors);
    }
  }
}
