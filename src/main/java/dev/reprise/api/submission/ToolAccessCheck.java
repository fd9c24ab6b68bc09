package dev.reprise.api.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.batch.Batch;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.queue.row.Run;
import dev.reprise.run.Requester;
import dev.reprise.schedule.Schedule;
import dev.reprise.tool.call.ToolAuthorization;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks by the tool policy whether a user may have runs of an agent, or act on a run of another
 * user.
 */
@ApplicationScoped
public class ToolAccessCheck {

  private final ToolAuthorization rights;
  private final AgentCatalogue agents;
  private final AgentVersions versions;

  @Inject
  ToolAccessCheck(ToolAuthorization rights, AgentCatalogue agents, AgentVersions versions) {
    this.rights = rights;
    this.agents = agents;
    this.versions = versions;
  }

  /**
   * Checks an agent for a user who submits a run of it, or whose schedule does.
   *
   * @throws ProblemException if the user's role, or the tenant, may not use one of its tools; or if
   *     it is a trial, and the user is no admin
   */
  public void check(AgentDefinition agent, Submitter submitter) {
    List<String> refusals = rights.refusals(agent, submitter.tenant(), submitter.role());
    if (!refusals.isEmpty()) {
      throw notPermitted(refusals);
    }
  }

  /**
   * Checks a user who decides what a run does next, or makes it continue. The user's role must
   * reach every tool that the run may call, itself or by an agent to which it may delegate. To
   * read, pause or cancel a run needs no such role.
   *
   * @throws ProblemException if the role does not reach one of them
   */
  public void checkActing(Run run, Optional<Role> role) {
    refuseActing("run", beyond(run, role));
  }

  /** Returns the least role from this one up whose users may act on a run; empty if none may. */
  public Optional<Role> leastActing(Run run, Role from) {
    return Arrays.stream(Role.values())
        .filter(role -> role.includes(from))
        .filter(role -> beyond(run, Optional.of(role)).isEmpty())
        .findFirst();
  }

  private List<String> beyond(Run run, Optional<Role> role) {
    if (includes(role, run.submitterRole())) {
      return List.of();
    }
    var owner = new Submitter(run.tenant(), run.submittedBy(), run.submitterRole());
    return beyond(versions.load(run.tenant(), run.agentVersion()), owner, role);
  }

  /**
   * Checks a user who makes a schedule fire in the same way, because its runs have the rights of
   * its author.
   *
   * @throws ProblemException if the user's role does not reach every tool of the agent's present
   *     version
   */
  public void checkActing(Schedule schedule, Optional<Role> role) {
    if (includes(role, schedule.role())) {
      return;
    }
    var owner = new Submitter(schedule.tenant(), schedule.by(), schedule.role());
    if (agents.find(owner.tenant(), schedule.definition().agent())
        instanceof CatalogueEntry.Found agent) {
      refuseActing("schedule", beyond(agent.version().definition(), owner, role));
    }
  }

  /**
   * Checks a user who makes a batch go on in the same way.
   *
   * @param agent the version that its runs pin
   * @throws ProblemException if the user's role does not reach every tool of it
   */
  public void checkActing(Batch batch, AgentDefinition agent, Optional<Role> role) {
    Requester by = batch.work().submitter();
    if (!includes(role, by.role())) {
      refuseActing(
          "batch", beyond(agent, new Submitter(batch.tenant(), by.name(), by.role()), role));
    }
  }

  /**
   * Checks a user who makes a run continue with another version of its agent.
   *
   * @throws ProblemException if that user, or the submitter of the run, may not have runs of it
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

  /**
   * A user with the role of the run's submitter, or a higher one, reaches all that the run does.
   */
  private static boolean includes(Optional<Role> role, Optional<Role> owner) {
    return owner.map(it -> role.filter(has -> has.includes(it)).isPresent()).orElse(true);
  }

  private static void refuseActing(String field, List<String> beyond) {
    refuse(field, "belongs to a user with more rights", beyond);
  }

  /** Returns why this role does not reach all that runs of the agent may call for their owner. */
  private List<String> beyond(AgentDefinition agent, Submitter owner, Optional<Role> role) {
    return withDelegates(owner.tenant(), agent).stream()
        .flatMap(it -> rights.beyond(it, owner.tenant(), owner.role(), role).stream())
        .distinct()
        .toList();
  }

  /** Returns the present versions of the agent and of all that its runs may delegate to. */
  private Set<AgentDefinition> withDelegates(String tenant, AgentDefinition agent) {
    Set<AgentDefinition> found = new LinkedHashSet<>();
    Deque<AgentDefinition> open = new ArrayDeque<>(List.of(agent));
    while (!open.isEmpty()) {
      AgentDefinition next = open.pop();
      if (found.add(next) && mayDelegate(next)) {
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

  private static boolean mayDelegate(AgentDefinition agent) {
    return agent.phases().stream()
        .anyMatch(phase -> phase.tools().contains(ControlTool.DELEGATE.toolName()));
  }

  /** Returns the problem that a user may not have runs of an agent use these tools of it. */
  static ProblemException notPermitted(List<String> refusals) {
    return forbidden("agent", "may not be run", refusals);
  }

  private static void refuse(String field, String what, List<String> refusals) {
    if (!refusals.isEmpty()) {
      throw forbidden(field, what, refusals);
    }
  }

  private static ProblemException forbidden(String field, String what, List<String> refusals) {
    return ProblemException.of(
        ProblemType.FORBIDDEN,
        refusals.stream().map(why -> new FieldError(field, what + ": " + why)).toList());
  }
}
