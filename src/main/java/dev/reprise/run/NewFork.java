package dev.reprise.run;

import dev.reprise.agent.Role;
import java.util.Optional;
import java.util.UUID;

/**
 * A fork to be submitted, with what it shares with its parent.
 *
 * @param reason the requester's reason, if one was given
 * @param message the message that the fork's model gets at its next iteration
 */
public record NewFork(
    UUID id,
    String tenant,
    AgentRef agent,
    String workspace,
    int priority,
    Requester requester,
    Optional<String> reason,
    Optional<String> message) {

  /** Returns the fork of a run for a requester without a known role. */
  public static NewFork of(
      Run run, UUID id, String by, Optional<String> reason, Optional<String> message) {
    return new NewFork(
        id,
        run.tenant(),
        new AgentRef(run.agent(), run.agentVersion()),
        run.workspace(),
        run.priority(),
        new Requester(by, Optional.empty()),
        reason,
        message);
  }

  /** Returns the fork with the requester's highest role. */
  public NewFork submittedAs(Optional<Role> role) {
    return new NewFork(
        id,
        tenant,
        agent,
        workspace,
        priority,
        new Requester(requester.name(), role),
        reason,
        message);
  }
}
