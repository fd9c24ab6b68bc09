/**
 * The conversation between a run and its model: messages, tool calls and their outcomes, as plain
 * values.
 */
@NullMarked
package dev.reprise.agent.message;

import org.jspecify.annotations.NullMarked;
