/**
 * What an agent is: its definition, phases, limits, messages and tool calls, as plain values.
 *
 * <p>Nothing here knows about the server, the database, the clock or the network, so every rule can
 * be tested by calling it. JSON stays text ({@link dev.reprise.agent.message.JsonValue}); code that
 * must look inside lives in another package.
 */
@NullMarked
package dev.reprise.agent;

import org.jspecify.annotations.NullMarked;
