package dev.reprise.tool;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.JsonValue;
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
 * @param tags more words that policies can match
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

  public ToolDeclaration {
    if (!name.matches("[a-z][a-z0-9_]{0,63}")) {
      throw new IllegalArgumentException("a tool's name is snake case, not '" + name + "'");
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("tool '" + name + "' has no time to run");
    }
    tags = Set.copyOf(tags);
  }
}
