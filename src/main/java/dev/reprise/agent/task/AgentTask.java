package dev.reprise.agent.task;

import dev.reprise.agent.message.JsonValue;

/**
 * What an agent must do before a tool call can be made.
 *
 * @param agent the name of an agent that is part of the product
 * @param input of its run
 */
public record AgentTask(String agent, JsonValue input) {}
