package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server says of one of its tools, as far as it matters here, without what an operator says
 * of the tool.
 *
 * @param name of the tool here
 * @param digest SHA-256 of all of it, hexadecimal; what decides
 * @param description SHA-256 of its description, to tell what has changed
 * @param arguments SHA-256 of its argument schema, likewise
 * @param readOnly whether it is said to read only
 */
record RemoteDeclaration(
    String name, String digest, String description, String arguments, boolean readOnly) {

  /**
   * Digests what a server says.
   *
   * @param name of the tool here
   */
  static RemoteDeclaration of(String name, McpSchema.Tool tool) {
    String description = Optional.ofNullable(tool.description()).orElse("");
    JsonNode schema = Json.mapper().valueToTree(tool.inputSchema());
    boolean readOnly = saysThatItReads(tool);
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("name", tool.name());
    whole.put("description", description);
    whole.set("arguments", schema);
    whole.put("readOnly", readOnly);
    return new RemoteDeclaration(
        name,
        CanonicalJson.sha256(whole),
        CanonicalJson.sha256(TextNode.valueOf(description)),
        CanonicalJson.sha256(schema),
        readOnly);
  }

  /** Returns whether a server says that a tool only reads. */
  static boolean saysThatItReads(McpSchema.Tool tool) {
    return tool.annotations() != null && Boolean.TRUE.equals(tool.annotations().readOnlyHint());
  }

  /** Returns in words what is different from what was said before. */
  String changeFrom(RemoteDeclaration before) {
    List<String> changes = new ArrayList<>();
    if (readOnly != before.readOnly) {
      changes.add(
          readOnly ? "says now that it only reads" : "does not say any more that it only reads");
    }
    if (!arguments.equals(before.arguments)) {
      changes.add("takes other arguments");
    }
    if (!description.equals(before.description)) {
      changes.add("has another description");
    }
    return changes.isEmpty() ? "has another name at its server" : String.join(", ", changes);
  }
}
