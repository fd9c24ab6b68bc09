package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.run.approval.Parties;
import dev.reprise.run.approval.StandingApprovals;
import dev.reprise.run.approval.Submitter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which agent a run is of, what it works on, with which tools, for whom, and what people allow it.
 * Tested by {@code PartiesTest}.
 *
 * @param agent the definition that the run pinned
 * @param workspace the name of the run's directory tree; empty if the record has no beginning
 * @param agentVersion content hash of the agent's definition; empty if the record has no beginning
 * @param parties for whom the run works, and who else determined what it does
 * @param tools the tools as the run pinned them
 * @param delegation the call of another run for which this run works, if it is a child run
 * @param standingApprovals of later calls of tools
 */
public record Assignment(
    AgentDefinition agent,
    JsonValue input,
    String workspace,
    String agentVersion,
    Parties parties,
    List<PinnedTool> tools,
    Optional<Delegation> delegation,
    StandingApprovals standingApprovals) {

  /** Returns the assignment before the first event of a run of this agent. */
  static Assignment unsubmitted(AgentDefinition agent) {
    return new Assignment(
        agent,
        JsonValue.EMPTY_OBJECT,
        "",
        "",
        Parties.NONE,
        List.of(),
        Optional.empty(),
        StandingApprovals.NONE);
  }

  /** Returns the person for whom the run works, see {@link Parties}. */
  public Optional<Submitter> submitter() {
    return parties.submitter();
  }

  /** Returns the assignment as the client submitted it. */
  Assignment submitted(LifecycleEvent.Submitted event) {
    return new Assignment(
        agent,
        event.input(),
        event.workspace(),
        event.agentVersion(),
        workingFor(event.submittedBy(), event.submitterRole()),
        event.tools(),
        event.delegation(),
        StandingApprovals.NONE);
  }

  private Parties workingFor(String name, Optional<Role> role) {
    return parties.workingFor(name, role.map(known -> new Submitter(name, known)));
  }

  /** Returns the assignment of a fork: it is no child run, even if its parent is one. */
  Assignment forked(LifecycleEvent.Forked event) {
    return new Assignment(
        agent,
        input,
        workspace,
        event.agentVersion(),
        workingFor(event.by(), event.submitterRole()),
        tools,
        Optional.empty(),
        StandingApprovals.NONE);
  }

  /** Returns the assignment after an import: the run works for the importer. */
  Assignment imported(ControlEvent.Imported event) {
    Parties importer = workingFor(event.by(), event.submitterRole());
    return new Assignment(
        agent, input, workspace, agentVersion, importer, tools, delegation, StandingApprovals.NONE);
  }

  /** Returns the assignment with the tools, and possibly the agent's version, of a migration. */
  Assignment migrated(ControlEvent.Migrated event) {
    String version =
        event.agentVersion().map(ControlEvent.Migrated.Version::to).orElse(agentVersion);
    return new Assignment(
        agent,
        input,
        workspace,
        version,
        parties.with(event.by()),
        event.tools(),
        delegation,
        StandingApprovals.NONE);
  }

  Assignment with(StandingApprovals next) {
    return new Assignment(agent, input, workspace, agentVersion, parties, tools, delegation, next);
  }

  /**
   * Returns the assignment with more parties. Their own standing approvals end, because no party
   * approves alone what it has determined.
   */
  Assignment with(Collection<String> more) {
    return new Assignment(
        agent,
        input,
        workspace,
        agentVersion,
        parties.with(more),
        tools,
        delegation,
        standingApprovals.withoutThoseOf(more));
  }

  /** Returns whether a tool is meant to be called repeatedly. */
  boolean isPolling(String tool) {
    return tools.stream().anyMatch(pinned -> pinned.polling() && pinned.name().equals(tool));
  }

  /** Returns the names of those tools whose declaration is the one that the run pinned. */
  Set<String> unchangedTools(List<PinnedTool> now) {
    Map<String, String> pinned =
        tools.stream().collect(Collectors.toMap(PinnedTool::name, PinnedTool::digest));
    return now.stream()
        .filter(tool -> tool.digest().equals(pinned.get(tool.name())))
        .map(PinnedTool::name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
