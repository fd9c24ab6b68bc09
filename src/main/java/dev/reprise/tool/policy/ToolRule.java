package dev.reprise.tool.policy;

import dev.reprise.tool.ToolDeclaration;
import java.util.Optional;
import java.util.Set;

/**
 * What holds for some tools: those that everything said here fits.
 *
 * @param name of the tool; {@code *} stands for any characters
 * @param tags all of which the tool has
 * @param says what holds for them
 */
public record ToolRule(
    Optional<String> name,
    Optional<Boolean> dangerous,
    Optional<String> category,
    Set<String> tags,
    ToolRuleSettings says) {

  public ToolRule {
    tags = Set.copyOf(tags);
  }

  /** Returns one for all tools. */
  public static ToolRule forAll(ToolRuleSettings says) {
    return new ToolRule(Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), says);
  }

  boolean fits(ToolDeclaration tool) {
    return name.map(pattern -> NamePattern.fits(pattern, tool.name())).orElse(true)
        && dangerous.map(it -> it == tool.dangerous()).orElse(true)
        && category.map(tool.category()::equals).orElse(true)
        && tool.tags().containsAll(tags);
  }
}
