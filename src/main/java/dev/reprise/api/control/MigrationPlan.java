package dev.reprise.api.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.definition.AgentVersion;
import dev.reprise.journal.Position;
import dev.reprise.platform.CanonicalJson;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a migration would do to a run, as the run stood at one moment.
 *
 * @param head where its journal ended then
 * @param tools what it would keep of the tools here
 * @param server how this server differs from what it keeps
 * @param agent what changes with its agent's version, if another was asked for
 * @param obstacles why it cannot be done, if it cannot
 */
record MigrationPlan(
    Position head,
    List<PinnedTool> tools,
    List<Difference> server,
    Optional<AgentChange> agent,
    List<Difference> obstacles) {

  MigrationPlan {
    tools = List.copyOf(tools);
    server = List.copyOf(server);
    obstacles = List.copyOf(obstacles);
  }

  /** From one version of an agent to the one that is there at present. */
  record AgentChange(String from, AgentVersion version, List<Difference> changes) {
    String to() {
      return version.hash();
    }
  }

  /** Returns the version to go on with, if it is another one. */
  Optional<AgentVersion> newVersion() {
    return agent.filter(it -> !it.to().equals(it.from())).map(AgentChange::version);
  }

  /** Returns whether there is anything to accept. */
  boolean changesSomething() {
    return !server.isEmpty() || newVersion().isPresent();
  }

  /**
   * Returns what the plan is known by: it is another one as soon as something else would be kept or
   * accepted.
   */
  String digest() {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    agent.ifPresent(change -> plan.put("agentVersion", change.to()));
    ObjectNode kept = plan.putObject("tools");
    tools.forEach(tool -> kept.put(tool.name(), tool.digest()));
    ArrayNode differences = plan.putArray("accepted");
    accepted().forEach(difference -> differences.add(difference.toString()));
    return CanonicalJson.sha256(plan);
  }

  /** Returns all that whoever has it carried out accepts. */
  List<Difference> accepted() {
    return Stream.concat(server.stream(), agent.stream().flatMap(it -> it.changes().stream()))
        .toList();
  }
}
