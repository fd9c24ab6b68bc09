package dev.reprise.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a tool's declaration that a run pins. A server that declares the tool differently is
 * detected before the run resumes there.
 *
 * @param effect as it was declared
 * @param digest SHA-256 of the whole declaration except its name, hexadecimal; it decides whether
 *     two declarations are equal
 * @param description the start of the SHA-256 of its description; it only serves to say what has
 *     changed
 * @param arguments the start of the SHA-256 of its argument schema, likewise
 * @param polling whether the tool is meant to be called repeatedly
 */
public record PinnedTool(
    String name,
    EffectClass effect,
    String digest,
    String description,
    String arguments,
    boolean polling) {

  /** Pins a tool that is not meant to be called repeatedly. */
  public PinnedTool(
      String name, EffectClass effect, String digest, String description, String arguments) {
    this(name, effect, digest, description, arguments, false);
  }

  /** Returns how a server's declaration of the tool differs from this; empty if it does not. */
  public Optional<String> differenceOf(PinnedTool here) {
    if (here.digest.equals(digest)) {
      return Optional.empty();
    }
    List<String> changes = new ArrayList<>();
    if (here.effect != effect) {
      changes.add("has the effect class %s, not %s".formatted(here.effect, effect));
    }
    if (!here.arguments.equals(arguments)) {
      changes.add("takes other arguments");
    }
    if (!here.description.equals(description)) {
      changes.add("has another description");
    }
    if (changes.isEmpty()) {
      changes.add("has another time limit, category, tags or danger");
    }
    return Optional.of(String.join(", ", changes));
  }
}
