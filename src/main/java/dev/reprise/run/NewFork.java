package dev.reprise.run;

import dev.reprise.agent.Role;
import java.util.Optional;
import java.util.UUID;

/**
 * A fork that a client asks for, with what it shares with the run that it is forked from.
 *
 * @param agentVersion content hash of the definition that both keep
 * @param by who asks
 * @param reason in that person's words, if there were any
 * @param message what to tell the fork's model at its next iteration
 * @param submitterRole that person's highest role; empty if none is known
 */
public record NewFork(
    UUID id,
    String tenant,
    String agent,
    String agentVersion,
    String workspace,
    int priority,
    String by,
    Optional<String> reason,
    Optional<String> message,
    Optional<Role> submitterRole) {

  /** Returns the fork of a run for somebody of whom no role is known. */
  public static NewFork of(
      Run run, UUID id, String by, Optional<String> reason, Optional<String> message) {
    return new NewFork(
        id,
        run.tenant(),
        run.agent(),
        run.agentVersion(),
        run.workspace(),
        run.priority(),
        by,
        reason,
        message,
        Optional.empty());
  }

  /** Returns it for somebody of this role. */
  public NewFork submittedAs(Optional<Role> highest) {
    return new NewFork(
        id, tenant, agent, agentVersion, workspace, priority, by, reason, message, highest);
  }
}
