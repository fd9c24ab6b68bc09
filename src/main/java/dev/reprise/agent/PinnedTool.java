package dev.reprise.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  /**
   * Returns how the tools of these names differ, sorted by name.
   *
   * @param kept the tools that a run pins
   * @param here the tools that a server declares
   */
  public static List<Difference> differences(
      Collection<PinnedTool> kept, Collection<PinnedTool> here, Set<String> names) {
    Map<String, PinnedTool> before = byName(kept);
    Map<String, PinnedTool> now = byName(here);
    List<Difference> differences = new ArrayList<>();
    for (String name : new TreeSet<>(names)) {
      difference(Optional.ofNullable(before.get(name)), Optional.ofNullable(now.get(name)))
          .ifPresent(message -> differences.add(new Difference("tools." + name, message)));
    }
    return differences;
  }

  private static Map<String, PinnedTool> byName(Collection<PinnedTool> tools) {
    return tools.stream().collect(Collectors.toMap(PinnedTool::name, Function.identity()));
  }

  private static Optional<String> difference(Optional<PinnedTool> kept, Optional<PinnedTool> here) {
    if (here.isEmpty()) {
      return kept.map(tool -> "is not there");
    }
    return kept.isEmpty() ? Optional.of("is new") : here.get().differenceFrom(kept.get());
  }

  private Optional<String> differenceFrom(PinnedTool kept) {
    if (digest.equals(kept.digest)) {
      return Optional.empty();
    }
    List<String> changes = new ArrayList<>();
    if (effect != kept.effect) {
      changes.add("has the effect class %s, not %s".formatted(effect, kept.effect));
    }
    if (!arguments.equals(kept.arguments)) {
      changes.add("takes other arguments");
    }
    if (!description.equals(kept.description)) {
      changes.add("has another description");
    }
    if (changes.isEmpty()) {
      changes.add("has another time limit, category, tags or danger");
    }
    return Optional.of(String.join(", ", changes));
  }
}
