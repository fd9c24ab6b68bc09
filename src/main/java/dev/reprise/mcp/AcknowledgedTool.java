package dev.reprise.mcp;

import java.time.Instant;

/**
 * A declaration of a tool that an administrator accepted after it had changed.
 *
 * @param tool its name here
 * @param digest the digest of the declaration
 */
public record AcknowledgedTool(String tool, String digest, String by, Instant at) {}
