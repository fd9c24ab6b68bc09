package dev.reprise.run;

/**
 * The agent of a run.
 *
 * @param version the content hash of the definition, which is stored for the tenant
 */
public record AgentRef(String name, String version) {}
