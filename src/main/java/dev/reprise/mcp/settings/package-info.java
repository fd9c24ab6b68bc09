/**
 * The operator's file of MCP servers: how each server is reached and what it may be given.
 *
 * <p>Secrets are resolved here, so that no other class reads them.
 */
@NullMarked
package dev.reprise.mcp.settings;

import org.jspecify.annotations.NullMarked;
