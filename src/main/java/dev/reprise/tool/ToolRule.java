package dev.reprise.tool;

import dev.reprise.resilience.RetryOverride;
import java.util.Optional;
import java.util.Set;

/**
 * What holds for some tools: those that everything said here fits.
 *
 * @param name of the tool; {@code *} stands for any characters
 * @param tags all of which the tool has
 * @param retry how a call is made again; empty for not at all
 */
record ToolRule(
    Optional<String> name,
    Optional<Boolean> dangerous,
    Optional<String> category,
    Set<String> tags,
    Optional<RetryOverride> retry) {

  ToolRule {
    tags = Set.copyOf(tags);
  }

  boolean fits(ToolDeclaration tool) {
    return name.map(pattern -> fits(pattern, tool.name())).orElse(true)
        && dangerous.map(it -> it == tool.dangerous()).orElse(true)
        && category.map(tool.category()::equals).orElse(true)
        && tool.tags().containsAll(tags);
  }

  /** Names are letters, digits and underscores, none of which means anything in a pattern. */
  private static boolean fits(String pattern, String name) {
    return name.matches(pattern.replace("*", ".*"));
  }
}
