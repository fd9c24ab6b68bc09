/**
 * Tools of MCP servers: the configured servers, the connections to them, and their tools as tools
 * of the catalogue.
 *
 * <p>A server is trusted no more than its configuration says. What it declares, answers and writes
 * is bounded. Its environment has only the configured variables. Its tools are {@code ONCE} and
 * dangerous unless an operator vouches for it.
 *
 * <p>A connection is never repaired: it ends with all calls on it, and a new one is opened. So each
 * call knows whether it was not sent, was answered, or may have had an effect.
 */
@NullMarked
package dev.reprise.mcp;

import org.jspecify.annotations.NullMarked;
