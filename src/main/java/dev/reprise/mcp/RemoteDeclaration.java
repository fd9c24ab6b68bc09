package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.CanonicalJson;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server declares about one of its tools, as far as it matters here; the operator's settings
 * are no part of it.
 *
 * @param name the tool's name here
 * @param digest SHA-256 of the whole declaration, hexadecimal; two declarations are the same if
 *     their digests are
 * @param description SHA-256 of the description, to tell what has changed
 * @param arguments SHA-256 of the argument schema, to tell what has changed
 * @param readOnly whether the server declares that the tool only reads
 */
record RemoteDeclaration(
    String name, String digest, String description, String arguments, boolean readOnly) {

  /**
   * Digests what a server declares.
   *
   * @param name the tool's name here
   */
  static RemoteDeclaration of(String name, ListedTool tool) {
    JsonNode schema = tool.inputSchema();
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("name", tool.name());
    whole.put("description", tool.description());
    whole.set("arguments", schema);
    whole.put("readOnly", tool.readOnly());
    return new RemoteDeclaration(
        name,
        CanonicalJson.sha256(whole),
        CanonicalJson.sha256(TextNode.valueOf(tool.description())),
        CanonicalJson.sha256(schema),
        tool.readOnly());
  }

  /** Returns in words how this differs from an earlier declaration. */
  String changeFrom(RemoteDeclaration before) {
    List<String> changes = new ArrayList<>();
    if (readOnly != before.readOnly) {
      changes.add(readOnly ? "now says that it only reads" : "no longer says that it only reads");
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
