package dev.reprise.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.GrantedTools;
import dev.reprise.tool.call.ToolAuthorization;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a run of an agent may be submitted, or started again, now. Whatever submits runs asks
 * directly before it does, also for runs of which something was checked long before: the items of a
 * batch, the firings of a schedule, the child runs of a run.
 *
 * <p>A run that may be submitted pins the tools that the gate returns, so no run is ever without a
 * tool that its agent grants.
 */
@ApplicationScoped
public class SubmissionGate {

  private final KillSwitches switches;
  private final ToolCatalogue tools;
  private final ToolAuthorization rights;
  private final Workspaces workspaces;

  @Inject
  public SubmissionGate(
      KillSwitches switches, ToolCatalogue tools, ToolAuthorization rights, Workspaces workspaces) {
    this.switches = switches;
    this.tools = tools;
    this.rights = rights;
    this.workspaces = workspaces;
  }

  /**
   * What a run is to do.
   *
   * @param role the highest of the person for whom it works; empty for none
   * @param tools the names of those that it may call
   */
  public record Work(
      String tenant,
      AgentDefinition agent,
      Optional<Role> role,
      String workspace,
      Set<String> tools) {

    /** Creates the work of a run that begins with its agent's first phase. */
    public Work(String tenant, AgentDefinition agent, Optional<Role> role, String workspace) {
      this(tenant, agent, role, workspace, agent.grantedTools());
    }
  }

  /** The answer of the gate. */
  public sealed interface Admission permits Admitted, Refusal {}

  /**
   * A run may be submitted.
   *
   * @param tools what it pins, which is all that it may call
   */
  public record Admitted(List<PinnedTool> tools) implements Admission {
    public Admitted {
      tools = List.copyOf(tools);
    }
  }

  /** Why a run may not be submitted. */
  public sealed interface Refusal extends Admission {

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

    /** This server does not have these tools of the agent, not yet or not any more. */
    record ToolsAbsent(List<Difference> absent) implements Refusal {
      public ToolsAbsent {
        absent = List.copyOf(absent);
      }

      @Override
      public String words() {
        return absent.stream().map(Difference::toString).collect(Collectors.joining("; "));
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

  /** Returns whether a run may be submitted now, with what it pins, or why not. */
  public Admission admission(Work work) {
    if (workspaces.find(work.tenant(), work.workspace()).isEmpty()) {
      return new Refusal.UnknownWorkspace(work.workspace());
    }
    GrantedTools granted = tools.granted(work.tenant(), work.tools());
    // asked later, so that it judges all that are granted
    List<String> why = rights.refusals(work.agent(), work.tenant(), work.role());
    if (!why.isEmpty()) {
      return new Refusal.ToolsNotPermitted(why);
    }
    Optional<Refusal> switchedOff = switchedOff(work.tenant(), work.agent().name());
    if (switchedOff.isPresent()) {
      return switchedOff.get();
    }
    return granted.absent().isEmpty()
        ? new Admitted(granted.pins())
        : new Refusal.ToolsAbsent(granted.absent());
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
