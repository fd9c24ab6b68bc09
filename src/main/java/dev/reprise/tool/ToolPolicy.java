package dev.reprise.tool;

import dev.reprise.agent.EffectClass;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.resilience.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * How calls of a tool are treated: by the first rule that fits, an operator's before the built-in
 * ones. These make a call again only of tools of the category {@code web}, or so tagged; never of
 * one that is dangerous, or whose effect must not happen twice.
 */
@ApplicationScoped
public class ToolPolicy {

  static final String FILE = "reprise.tools.policy-file";

  private static final String WEB = "web";

  private List<ToolRule> rules = List.of();

  /** Makes the policy of the built-in rules. */
  ToolPolicy() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the file with the rules cannot be used; says why
   */
  @Inject
  ToolPolicy(Config config) {
    this(
        config
            .getOptionalValue(FILE, String.class)
            .map(file -> ToolPolicyFile.read(Path.of(file)))
            .orElse(List.of()));
  }

  ToolPolicy(List<ToolRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Stops the start if the rules cannot be read, which making this bean finds out. */
  void check(@Observes Startup unused) {}

  /**
   * Returns whether and when a call of this tool is made again.
   *
   * @param profile what holds where the rule does not say otherwise
   */
  public RetryPolicy retry(ToolDeclaration tool, RetryPolicy profile) {
    return rules.stream()
        .filter(rule -> rule.fits(tool))
        .findFirst()
        .map(ToolRule::retry)
        .orElseGet(() -> builtIn(tool))
        .map(retry -> retry.over(profile))
        .orElse(RetryPolicy.NEVER);
  }

  private static Optional<RetryOverride> builtIn(ToolDeclaration tool) {
    boolean isOfTheWeb = tool.category().equals(WEB) || tool.tags().contains(WEB);
    boolean mayBeMadeAgain = !tool.dangerous() && tool.effect() != EffectClass.ONCE;
    return isOfTheWeb && mayBeMadeAgain ? Optional.of(RetryOverride.NONE) : Optional.empty();
  }
}
