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
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * What a tool declares about itself. {@link #named} begins one.
 *
 * @param name snake case, unique in the catalogue
 * @param description what it does and when to use it, written for the model
 * @param arguments JSON Schema (2020-12) of the arguments object
 * @param effect what it does to the world
 * @param dangerous whether a person should approve each call
 * @param category one word, for example {@code workspace}
 * @param tags more words that policies can match; {@value #POLLING} marks a tool that is meant to
 *     be called repeatedly with the same arguments until something has changed
 * @param timeout how long one call may take, more than zero
 * @param costHint what calls are expected to cost; empty if it is unknown or nothing
 * @param resultLimit how many bytes of UTF-8 of a result the model receives at once; the record
 *     holds the rest, which the model can page through
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
    Optional<CostHint> costHint,
    int resultLimit) {

  /** The default of {@code resultLimit}: 64 KiB. */
  public static final int RESULT_LIMIT = 64 * 1024;

  /** The tag of a tool that polls the progress of something. Its repeated calls are no loop. */
  public static final String POLLING = "polling";

  /** The largest {@code resultLimit}, more than any model reads at once: 4 MiB. */
  public static final int MAX_RESULT_LIMIT = 4 * 1024 * 1024;

  /** The length of the digest of a part. Such a digest is for people and decides nothing. */
  private static final int PART_DIGITS = 16;

  public ToolDeclaration {
    if (!name.matches("[a-z][a-z0-9_]{0,63}")) {
      throw new IllegalArgumentException("a tool's name must be snake case, not '" + name + "'");
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException(
          "the timeout of tool '" + name + "' must be more than zero");
    }
    if (resultLimit < 1 || resultLimit > MAX_RESULT_LIMIT) {
      throw new IllegalArgumentException(
          "the result limit of tool '%s' must be 1 to %d bytes, not %d"
              .formatted(name, MAX_RESULT_LIMIT, resultLimit));
    }
    tags = Set.copyOf(tags);
  }

  /** Begins a declaration of a tool; all but its name and effect class have defaults. */
  public static Builder named(String name, EffectClass effect) {
    return new Builder(name, effect);
  }

  /** Returns what a run pins of this declaration. */
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
    // what is not declared is left out, so that earlier declarations keep their digests
    costHint.ifPresent(it -> whole.put("cost", it.perCall() + " " + it.currency()));
    costHint
        .filter(it -> it.perItem().signum() > 0)
        .ifPresent(it -> whole.put("costPerItem", it.perItem() + " " + it.currency()));
    if (resultLimit != RESULT_LIMIT) {
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

  /** Collects what a tool declares; what is not set has its default. */
  public static final class Builder {

    private static final JsonValue NO_ARGUMENTS =
        new JsonValue("{\"type\":\"object\",\"additionalProperties\":false}");

    private final String name;
    private final EffectClass effect;
    private String description = "";
    private JsonValue arguments = NO_ARGUMENTS;
    private boolean dangerous;
    private String category = "";
    private Set<String> tags = Set.of();
    private Duration timeout = Duration.ofSeconds(30);
    private Optional<CostHint> cost = Optional.empty();
    private int resultLimit = RESULT_LIMIT;

    private Builder(String name, EffectClass effect) {
      this.name = name;
      this.effect = effect;
    }

    /** Sets the description for models; the default is empty. */
    public Builder describedAs(String text) {
      description = text;
      return this;
    }

    /** Sets the schema of the arguments; by default there are none. */
    public Builder taking(JsonValue schema) {
      arguments = schema;
      return this;
    }

    /** Says that a person should approve each call. */
    public Builder dangerous() {
      dangerous = true;
      return this;
    }

    /** Sets the same, if the condition is true. */
    public Builder dangerousIf(boolean condition) {
      dangerous = condition;
      return this;
    }

    /** Sets the category and further words that policies can match; the default is empty. */
    public Builder in(String category, String... tags) {
      return in(category, Set.of(tags));
    }

    /** Sets the same. */
    public Builder in(String category, Collection<String> tags) {
      this.category = category;
      this.tags = Set.copyOf(tags);
      return this;
    }

    /** Sets how long one call may take; the default is 30 s. */
    public Builder within(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** Sets what each call is expected to cost; the default is unknown. */
    public Builder costing(Cost expected) {
      return costing(CostHint.of(expected));
    }

    /** Sets what calls are expected to cost; the default is unknown. */
    public Builder costing(CostHint expected) {
      cost = Optional.of(expected);
      return this;
    }

    /** Sets how many bytes of a result the model receives at once; the default is 64 KiB. */
    public Builder giving(int bytes) {
      resultLimit = bytes;
      return this;
    }

    /**
     * Returns the declaration.
     *
     * @throws IllegalArgumentException if the name is not snake case, or the timeout or the result
     *     limit is out of bounds
     */
    public ToolDeclaration build() {
      return new ToolDeclaration(
          name,
          description,
          arguments,
          effect,
          dangerous,
          category,
          tags,
          timeout,
          cost,
          resultLimit);
    }
  }
}
