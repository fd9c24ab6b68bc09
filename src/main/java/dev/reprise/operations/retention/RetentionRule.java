package dev.reprise.operations.retention;

import dev.reprise.run.state.RunStatus;
import java.util.Optional;

/**
 * A rule that says how long the matching runs are kept: ended ones until they are erased, and, if
 * the rule names their status, paused or waiting ones until they are cancelled.
 *
 * @param name the place of the rule in the file, such as {@code rules[0]}
 * @param tenant the tenant of the runs; empty for all tenants
 * @param agent the agent of the runs; empty for all agents
 * @param status the status of the runs; empty for all statuses of ended runs
 * @param keep the limits for the matching runs
 */
record RetentionRule(
    String name,
    Optional<String> tenant,
    Optional<String> agent,
    Optional<RunStatus> status,
    RetentionLimits keep) {

  boolean matches(String ofTenant, String ofAgent, RunStatus current) {
    return tenant.map(ofTenant::equals).orElse(true)
        && agent.map(ofAgent::equals).orElse(true)
        && status.map(current::equals).orElse(current.isEnded());
  }
}
