package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One call as a tool sees it.
 *
 * @param arguments an object that fits the tool's schema
 * @param idempotencyKey the same for every attempt at this call, and for no other call
 * @param workspace the files that the run may touch
 */
public record ToolRequest(JsonNode arguments, String idempotencyKey, Workspace workspace) {}
