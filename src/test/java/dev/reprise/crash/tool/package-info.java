/**
 * Tools do what they declare, wherever they come from: built in, generated, from an MCP server, a
 * database or another team. A kill repeats no effect of theirs, and the outer bounds hold for all.
 */
@NullMarked
package dev.reprise.crash.tool;

import org.jspecify.annotations.NullMarked;
