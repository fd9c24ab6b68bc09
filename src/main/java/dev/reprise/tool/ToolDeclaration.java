package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.Optional;
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
 * @param cost what one call may be expected to cost, if it costs anything that is known
 * @param resultLimit how many bytes of UTF-8 of a result the model is given at once; what is left
 *     out stays in the record, where it can page through it
 */
public record ToolDeclaration(
    String name,
    String description,
    JsonValue arguments,
    EffectClass effect,
    boolean dangerous,
    String category,
    Set<String> tags,
    Duration timeout,
    Optional<Cost> cost,
    int resultLimit) {

  /** How many bytes of a result a model is given that declares nothing else: 64 KiB. */
  public static final int RESULT_LIMIT = 64 * 1024;

  /** The tag of a tool that asks how far something is: its repeated calls are no loop. */
  public static final String POLLING = "polling";

  /** More than any model reads at once: 4 MiB. */
  public static final int MAX_RESULT_LIMIT = 4 * 1024 * 1024;

  /** Of the digest of a part, which decides nothing. */
  private static final int PART_DIGITS = 16;

  public ToolDeclaration {
    if (!name.matches("[a-z][a-z0-9_]{0,63}")) {
      throw new IllegalArgumentException("a tool's name is snake case, not '" + name + "'");
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("tool '" + name + "' has no time to run");
    }
    if (resultLimit < 1 || resultLimit > MAX_RESULT_LIMIT) {
      throw new IllegalArgumentException(
          "tool '%s' gives 1 to %d bytes, not %d".formatted(name, MAX_RESULT_LIMIT, resultLimit));
    }
    tags = Set.copyOf(tags);
  }

  /** Declares a tool that costs nothing known and whose results are cut where others are. */
  public ToolDeclaration(
      String name,
      String description,
      JsonValue arguments,
      EffectClass effect,
      boolean dangerous,
      String category,
      Set<String> tags,
      Duration timeout) {
    this(
        name,
        description,
        arguments,
        effect,
        dangerous,
        category,
        tags,
        timeout,
        Optional.empty(),
        RESULT_LIMIT);
  }

  /** Returns the same with what one call may be expected to cost. */
  public ToolDeclaration costing(Cost expected) {
    return new ToolDeclaration(
        name,
        description,
        arguments,
        effect,
        dangerous,
        category,
        tags,
        timeout,
        Optional.of(expected),
        resultLimit);
  }

  /** Returns the same with another limit of what of a result the model is given at once. */
  public ToolDeclaration giving(int bytes) {
    return new ToolDeclaration(
        name, description, arguments, effect, dangerous, category, tags, timeout, cost, bytes);
  }

  /** Returns what a run keeps of it. */
  public PinnedTool pinned() {
    JsonNode schema = Json.read(arguments.text());
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("description", description);
    whole.set("arguments", schema);
    whole.put("effect", effect.name());
    whole.put("dangerous", dangerous);
    whole.put("category", category);
    tags.stream().sorted().forEach(whole.putArray("tags")::add);
    whole.put("timeout", timeout.toString());
    cost.ifPresent(it -> whole.put("cost", it.amount() + " " + it.currency()));
    if (resultLimit != RESULT_LIMIT) { // so that a tool which declares neither keeps its digest
      whole.put("resultLimit", resultLimit);
    }
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
