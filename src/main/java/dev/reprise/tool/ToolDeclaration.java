package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.PinnedTool;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.Set;

/**
 * What a tool is.
 *
 * @param name snake case, unique in the catalogue
 * @param description what it does and when to use it, written for the model
 * @param arguments JSON Schema (2020-12) of the arguments object
 * @param effect what it does to the world
 * @param dangerous whether a person should look before it runs
 * @param category one word, for example {@code workspace}
 * @param tags more words that policies can match; {@value #POLLING} says that the tool is made to
 *     be called again and again with the same arguments, until something has changed
 * @param timeout how long one call may take, more than zero
 */
public record ToolDeclaration(
    String name,
    String description,
    JsonValue arguments,
    EffectClass effect,
    boolean dangerous,
    String category,
    Set<String> tags,
    Duration timeout) {

  /** The tag of a tool that asks how far something is: its repeated calls are no loop. */
  public static final String POLLING = "polling";

  /** Of the digest of a part, which decides nothing. */
  private static final int PART_DIGITS = 16;

  public ToolDeclaration {
    if (!name.matches("[a-z][a-z0-9_]{0,63}")) {
      throw new IllegalArgumentException("a tool's name is snake case, not '" + name + "'");
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("tool '" + name + "' has no time to run");
    }
    tags = Set.copyOf(tags);
  }

  /** Returns what a run keeps of it. */
  PinnedTool pinned() {
    JsonNode schema = Json.read(arguments.text());
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("description", description);
    whole.set("arguments", schema);
    whole.put("effect", effect.name());
    whole.put("dangerous", dangerous);
    whole.put("category", category);
    tags.stream().sorted().forEach(whole.putArray("tags")::add);
    whole.put("timeout", timeout.toString());
    return new PinnedTool(
        name,
        effect,
        CanonicalJson.sha256(whole),
        start(CanonicalJson.sha256(TextNode.valueOf(description))),
        start(CanonicalJson.sha256(schema)),
        tags.contains(POLLING));
  }

  private static String start(String digest) {
    return digest.substring(0, PART_DIGITS);
  }
}
