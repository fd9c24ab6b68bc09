package dev.reprise.agent.message;

/**
 * Where a model requested a call. The id alone is not unique: a later reply may use it again.
 *
 * @param iteration of the reply that requested it
 */
public record CallLocation(String phase, int iteration, String callId) {}
