package dev.reprise.model;

import dev.reprise.agent.message.JsonValue;

/**
 * A tool as a model sees it.
 *
 * @param arguments the JSON Schema of the arguments object
 */
public record OfferedTool(String name, String description, JsonValue arguments) {}
