package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;

/**
 * One content of an agent's document. A run keeps the one that it was submitted with.
 *
 * <p>Which tenants may use the agent is no part of it.
 *
 * @param hash SHA-256 of {@code document} in lower-case hexadecimal: the same for YAML and JSON,
 *     whatever the comments and the order of members
 * @param definition what the document says, with defaults filled in
 * @param document the canonical JSON of what the author wrote; {@link AgentReader#read} makes the
 *     same version of it
 */
public record AgentVersion(String hash, AgentDefinition definition, String document) {}
