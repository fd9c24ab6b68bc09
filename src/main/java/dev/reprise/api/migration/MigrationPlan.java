package dev.reprise.api.migration;

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
 * What a migration would do to a run, in the run's state at one moment.
 *
 * @param head the end of its journal at that moment
 * @param tools the tools of this server that it would be pinned to
 * @param server how this server differs from what it is pinned to
 * @param agent what changes with its agent's version, if the request names another one
 * @param obstacles why the migration is impossible; empty if it is possible
 */
public record MigrationPlan(
    Position head,
    List<PinnedTool> tools,
    List<Difference> server,
    Optional<AgentChange> agent,
    List<Difference> obstacles) {

  public MigrationPlan {
    tools = List.copyOf(tools);
    server = List.copyOf(server);
    obstacles = List.copyOf(obstacles);
  }

  /** The change from one version of an agent to its present version. */
  public record AgentChange(String from, AgentVersion version, List<Difference> changes) {
    String to() {
      return version.hash();
    }
  }

  /** Returns the version to continue with, if it is another one. */
  public Optional<AgentVersion> newVersion() {
    return agent.filter(it -> !it.to().equals(it.from())).map(AgentChange::version);
  }

  /** Returns whether there is anything to accept. */
  boolean changesSomething() {
    return !server.isEmpty() || newVersion().isPresent();
  }

  /** Returns a digest that changes whenever the plan would pin or accept something else. */
  String digest() {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    agent.ifPresent(change -> plan.put("agentVersion", change.to()));
    ObjectNode kept = plan.putObject("tools");
    tools.forEach(tool -> kept.put(tool.name(), tool.digest()));
    ArrayNode differences = plan.putArray("accepted");
    accepted().forEach(difference -> differences.add(difference.toString()));
    return CanonicalJson.sha256(plan);
  }

  /** Returns every difference that a person accepts who has the plan carried out. */
  List<Difference> accepted() {
    return Stream.concat(server.stream(), agent.stream().flatMap(it -> it.changes().stream()))
        .toList();
  }
}
