/**
 * How messages reach an MCP server and come back: the transports over a process and over HTTP, the
 * bounds of what a server sends, its redaction, and a lenient reading of its messages.
 *
 * <p>A failure to send says whether the server can have received the message: {@link
 * dev.reprise.mcp.transport.RequestNotSentException} and most {@link
 * dev.reprise.mcp.transport.HttpRefusalException}s say that nothing was done.
 */
@NullMarked
package dev.reprise.mcp.transport;

import org.jspecify.annotations.NullMarked;
