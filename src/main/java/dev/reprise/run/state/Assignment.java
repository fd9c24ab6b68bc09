package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.run.approval.StandingApprovals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which agent a run is of, what it works on, with which tools, for whom, and what people allow it.
 *
 * @param agent the definition that the run pinned
 * @param workspace the name of the run's directory tree; empty if the record has no beginning
 * @param agentVersion content hash of the agent's definition; empty for a fork whose record is too
 *     old to name it
 * @param submitter the person for whom the run works; empty if the role is unknown or the record is
 *     too old to name the person
 * @param tools the tools as the run pinned them; empty if none were recorded
 * @param delegation the call of another run for which this run works, if it is a child run
 * @param standingApprovals of later calls of tools
 */
public record Assignment(
    AgentDefinition agent,
    JsonValue input,
    String workspace,
    Optional<String> agentVersion,
    Optional<Submitter> submitter,
    Optional<List<PinnedTool>> tools,
    Optional<Delegation> delegation,
    StandingApprovals standingApprovals) {

  /** Returns the assignment before the first event of a run of this agent. */
  static Assignment unsubmitted(AgentDefinition agent) {
    return new Assignment(
        agent,
        JsonValue.EMPTY_OBJECT,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        StandingApprovals.NONE);
  }

  /** Returns the assignment as the client submitted it. */
  Assignment submitted(LifecycleEvent.Submitted event) {
    return new Assignment(
        agent,
        event.input(),
        event.workspace(),
        Optional.of(event.agentVersion()),
        submitter(event.submittedBy(), event.submitterRole()),
        event.tools(),
        event.delegation(),
        StandingApprovals.NONE);
  }

  private static Optional<Submitter> submitter(String name, Optional<Role> role) {
    return role.map(known -> new Submitter(name, known));
  }

  /** Returns the assignment of a fork: it is no child run, even if its parent is one. */
  Assignment forked(LifecycleEvent.Forked event) {
    return new Assignment(
        agent,
        input,
        workspace,
        event.agentVersion(),
        submitter(event.by(), event.submitterRole()),
        tools,
        Optional.empty(),
        StandingApprovals.NONE);
  }

  /** Returns the assignment after an import: the run works for the importer. */
  Assignment imported(ControlEvent.Imported event) {
    Optional<Submitter> importer = submitter(event.by(), event.submitterRole());
    return new Assignment(
        agent, input, workspace, agentVersion, importer, tools, delegation, StandingApprovals.NONE);
  }

  /** Returns the assignment with the tools, and possibly the agent's version, of a migration. */
  Assignment migrated(ControlEvent.Migrated event) {
    Optional<String> version =
        event.agentVersion().map(ControlEvent.Migrated.Version::to).or(() -> agentVersion);
    return new Assignment(
        agent,
        input,
        workspace,
        version,
        submitter,
        Optional.of(event.tools()),
        delegation,
        StandingApprovals.NONE);
  }

  Assignment with(StandingApprovals next) {
    return new Assignment(
        agent, input, workspace, agentVersion, submitter, tools, delegation, next);
  }

  /** Returns whether a tool is meant to be called repeatedly. */
  boolean isPolling(String tool) {
    return tools.stream()
        .flatMap(List::stream)
        .anyMatch(pinned -> pinned.polling() && pinned.name().equals(tool));
  }

  /** Returns the names of those tools whose declaration is the one that the run pinned. */
  Set<String> unchangedTools(List<PinnedTool> now) {
    Map<String, String> pinned =
        tools.stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(PinnedTool::name, PinnedTool::digest));
    return now.stream()
        .filter(tool -> tool.digest().equals(pinned.get(tool.name())))
        .map(PinnedTool::name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
