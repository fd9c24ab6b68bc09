/**
 * What a run and its model say to each other: messages, tool calls and their outcomes, as plain
 * values.
 */
@NullMarked
package dev.reprise.agent.message;

import org.jspecify.annotations.NullMarked;
