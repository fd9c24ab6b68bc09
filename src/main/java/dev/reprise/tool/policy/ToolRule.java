package dev.reprise.tool.policy;

import dev.reprise.tool.ToolDeclaration;
import java.util.Optional;
import java.util.Set;

/**
 * A rule for the tools that match all its conditions.
 *
 * @param name of the tool; {@code *} matches any characters
 * @param tags that the tool must have, all of them
 * @param says the settings of the rule
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

  boolean fits(ToolDeclaration tool) {
    return name.map(pattern -> NamePattern.fits(pattern, tool.name())).orElse(true)
        && dangerous.map(it -> it == tool.dangerous()).orElse(true)
        && category.map(tool.category()::equals).orElse(true)
        && tool.tags().containsAll(tags);
  }
}
