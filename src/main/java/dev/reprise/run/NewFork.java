package dev.reprise.run;

import java.util.Optional;
import java.util.UUID;

/**
 * A fork that a client asks for, with what it shares with the run that it is forked from.
 *
 * @param agentVersion content hash of the definition that both keep
 * @param by who asks
 * @param reason in that person's words, if there were any
 * @param message what to tell the fork's model at its next iteration
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
    Optional<String> message) {

  /** Returns the fork of a run. */
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
        message);
  }
}
