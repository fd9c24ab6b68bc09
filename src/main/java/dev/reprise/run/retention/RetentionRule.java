package dev.reprise.run.retention;

import dev.reprise.run.state.RunStatus;
import java.util.Optional;

/**
 * How long some runs are kept.
 *
 * @param name where the rule stands, such as {@code rules[0]}
 * @param tenant whose runs; all tenants' if empty
 * @param agent which agent's runs; all agents' if empty
 * @param status runs that ended so; however they ended if empty
 */
record RetentionRule(
    String name,
    Optional<String> tenant,
    Optional<String> agent,
    Optional<RunStatus> status,
    RetentionLimits keep) {

  boolean matches(String ofTenant, String ofAgent, RunStatus ended) {
    return tenant.map(ofTenant::equals).orElse(true)
        && agent.map(ofAgent::equals).orElse(true)
        && status.map(ended::equals).orElse(true);
  }
}
