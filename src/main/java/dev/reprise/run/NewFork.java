package dev.reprise.run;

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
    Optional<String> message) {}
