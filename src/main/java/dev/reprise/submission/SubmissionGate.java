package dev.reprise.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolAuthorization;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Whether a run of an agent may be submitted, or started again, now. Whatever submits runs asks
 * directly before it does, also for runs of which something was checked long before: the items of a
 * batch, the firings of a schedule, the child runs of a run.
 */
@ApplicationScoped
public class SubmissionGate {

  private final KillSwitches switches;
  private final ToolAuthorization rights;
  private final Workspaces workspaces;

  @Inject
  public SubmissionGate(KillSwitches switches, ToolAuthorization rights, Workspaces workspaces) {
    this.switches = switches;
    this.rights = rights;
    this.workspaces = workspaces;
  }

  /**
   * What a run is to do.
   *
   * @param role the highest of the person for whom it works; empty for none
   */
  public record Work(String tenant, AgentDefinition agent, Optional<Role> role, String workspace) {}

  /** Why a run may not be submitted. */
  public sealed interface Refusal {

    /** An admin has stopped it; says who and why. */
    record SwitchedOff(String words) implements Refusal {}

    /** The policy does not let the person have runs use these tools of the agent. */
    record ToolsNotPermitted(List<String> why) implements Refusal {
      public ToolsNotPermitted {
        why = List.copyOf(why);
      }

      @Override
      public String words() {
        return String.join("; ", why);
      }
    }

    /** The tenant has no such workspace. */
    record UnknownWorkspace(String name) implements Refusal {
      @Override
      public String words() {
        return "there is no workspace '%s'".formatted(name);
      }
    }

    /** Says it in words. */
    String words();
  }

  /** Returns why a run must not be submitted now; empty if it may be. */
  public Optional<Refusal> refusal(Work work) {
    if (workspaces.find(work.tenant(), work.workspace()).isEmpty()) {
      return Optional.of(new Refusal.UnknownWorkspace(work.workspace()));
    }
    List<String> why = rights.refusals(work.agent(), work.tenant(), work.role());
    return why.isEmpty()
        ? switchedOff(work.tenant(), work.agent().name())
        : Optional.of(new Refusal.ToolsNotPermitted(why));
  }

  /**
   * Returns why runs of an agent must neither be submitted nor started again now, by any caller;
   * empty if they may be.
   */
  public Optional<Refusal> switchedOff(String tenant, String agent) {
    return switches
        .onSubmission(tenant, agent)
        .map(KillSwitch::refusal)
        .map(Refusal.SwitchedOff::new);
  }
}
