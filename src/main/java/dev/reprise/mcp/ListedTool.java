package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A tool as its server lists it. Nothing about it is checked yet: one tool that cannot be used is
 * no reason to refuse the others.
 *
 * @param name at the server; empty if it has none
 * @param description empty if it has none
 * @param inputSchema the schema of its arguments, as the server sent it; missing if it has none
 * @param readOnly whether the server declares that it only reads
 */
record ListedTool(String name, String description, JsonNode inputSchema, boolean readOnly) {

  /** Reads an element of a server's list; members of other types count as missing. */
  static ListedTool of(JsonNode listed) {
    return new ListedTool(
        listed.path("name").isTextual() ? listed.path("name").textValue() : "",
        listed.path("description").isTextual() ? listed.path("description").textValue() : "",
        listed.path("inputSchema"),
        listed.path("annotations").path("readOnlyHint").booleanValue());
  }
}
