package dev.reprise.api.migration;

import dev.reprise.agent.Difference;
import dev.reprise.api.http.FieldError;
import java.util.List;
import java.util.Optional;

/**
 * What a migration would do to a run.
 *
 * @param possible whether it can be carried out now
 * @param obstacles why not; empty if it can
 * @param server how this server differs from what the run is pinned to; a migration accepts this
 * @param agent what changes with the agent's version, if the request names another one
 * @param plan identifies all this in a request, so that nothing else is carried out
 */
public record MigrationView(
    boolean possible,
    List<FieldError> obstacles,
    List<FieldError> server,
    Optional<AgentChanges> agent,
    String plan) {

  /**
   * Two versions of an agent.
   *
   * @param from content hash of the version that the run is pinned to
   * @param to content hash of the version that it would continue with
   * @param changes what differs between the two; empty if they are the same
   */
  public record AgentChanges(String from, String to, List<FieldError> changes) {}

  static MigrationView of(MigrationPlan plan) {
    return new MigrationView(
        plan.obstacles().isEmpty(),
        errors(plan.obstacles()),
        errors(plan.server()),
        plan.agent()
            .map(agent -> new AgentChanges(agent.from(), agent.to(), errors(agent.changes()))),
        plan.digest());
  }

  static List<FieldError> errors(List<Difference> differences) {
    return differences.stream().map(it -> new FieldError(it.at(), it.message())).toList();
  }
}
