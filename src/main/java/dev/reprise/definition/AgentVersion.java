package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;

/**
 * One version of an agent's document. A run pins the version that it was submitted with.
 *
 * <p>The tenants that may use the agent are not part of the version.
 *
 * @param hash SHA-256 of {@code document} in lower-case hexadecimal: independent of YAML or JSON,
 *     comments and the order of members
 * @param definition the content of the document, with defaults
 * @param document the canonical JSON of the author's document; {@link AgentReader#read} reads the
 *     same version from it
 */
public record AgentVersion(String hash, AgentDefinition definition, String document) {}
