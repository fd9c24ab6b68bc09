/**
 * Tools that live in MCP servers: which servers there are, the connections to them, and their tools
 * as tools of the catalogue.
 *
 * <p>A server is never trusted with more than its configuration says: what it declares, answers and
 * writes is bounded, it sees an empty environment but for what is named, and its tools are {@code
 * ONCE} and dangerous unless an operator vouches for it. A connection lives once: it is never
 * mended in place, but ended with all that was under way, and made anew. So each call knows of
 * itself whether it never left, was answered, or may have happened.
 */
@NullMarked
package dev.reprise.mcp;

import org.jspecify.annotations.NullMarked;
