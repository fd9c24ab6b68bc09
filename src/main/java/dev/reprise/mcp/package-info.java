/**
 * Tools of MCP servers: the configured servers, the connections to them, and their tools as tools
 * of the catalogue.
 *
 * <p>A server is trusted no more than its configuration says. What it declares, answers and writes
 * is bounded. Its environment has only the configured variables. Its tools are {@code ONCE} and
 * dangerous unless an operator vouches for it.
 *
 * <p>A connection is never repaired: it ends with all calls on it, and a new one is opened. So each
 * call knows whether it was not sent, was refused, was answered, or may have had an effect. A call
 * is made again only if the server refused it for want of a session, and then once.
 *
 * <p>The tool has done its work once there is an answer. So answers are read from JSON, leniently,
 * and what cannot be read is named instead of refused; the library's own records refuse it. The
 * same holds for a list of tools: one that cannot be used does not take the others away.
 */
@NullMarked
package dev.reprise.mcp;

import org.jspecify.annotations.NullMarked;
