package dev.reprise.run;

import dev.reprise.agent.JsonValue;
import java.util.UUID;

/**
 * A run that a client asks for.
 *
 * @param agentVersion content hash of the definition, already stored for the tenant
 * @param workspace name of a directory tree that the server knows
 */
public record NewRun(
    UUID id,
    String tenant,
    String agent,
    String agentVersion,
    JsonValue input,
    String workspace,
    String submittedBy) {}
