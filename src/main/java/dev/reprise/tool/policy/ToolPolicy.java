package dev.reprise.tool.policy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;

/**
 * The policy for calls of tools. For each setting, the first of the operator's rules counts that
 * matches the tool and has this setting. If there is none, a built-in rule applies.
 *
 * <p>The built-in rules are these:
 *
 * <p>Failed calls are retried only for tools of the category or with the tag {@code web}, or {@code
 * code}, where the sandbox may be full. They are never retried for a tool that is dangerous, or
 * whose effect must not happen twice. Calls with an unknown outcome are retried only for tools that
 * are not dangerous.
 *
 * <p>A person must approve each call of a tool that declares itself dangerous, whatever it costs
 * and wherever it works. Whether calls of other tools need approval depends on what they cost and
 * how much they do ({@link CostGates}).
 *
 * <p>No tool may use a secret. Every person may use every tool.
 */
@ApplicationScoped
public class ToolPolicy {

  static final Setting<Path> FILE =
      Setting.optional("reprise.tools.policy-file", SettingType.path())
          .means("the rules for calls of tools, in YAML or JSON");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("tools", FILE);
    }

    @Override
    public void check(Config config) {
      new ToolPolicy(config);
    }
  }

  /** The categories and tags of tools whose failures may pass. */
  private static final Set<String> RETRIED = Set.of("web", "code");

  private List<ToolRule> rules = List.of();

  /** Creates the policy of the built-in rules. */
  public ToolPolicy() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the file with the rules cannot be used; says why
   */
  @Inject
  ToolPolicy(Config config) {
    this(FILE.find(config).map(ToolPolicyFile::read).orElse(List.of()));
  }

  public ToolPolicy(List<ToolRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Stops the start of the server if the rules cannot be read, because this observer creates the
   * bean.
   */
  void check(@Observes Startup unused) {}

  /**
   * Returns the policy for the calls that an agent makes of a tool.
   *
   * @param grant of the agent, which can only narrow the policy
   */
  public EffectiveToolPolicy effective(ToolDeclaration tool, ToolGrant grant) {
    Duration most = first(tool, ToolRuleSettings::timeout).orElse(tool.timeout());
    return new EffectiveToolPolicy(
        first(tool, ToolRuleSettings::retry).orElseGet(() -> builtInRetry(tool)),
        approval(tool, grant),
        first(tool, ToolRuleSettings::concurrency),
        grant.timeout().filter(narrower -> narrower.compareTo(most) < 0).orElse(most),
        new EffectiveToolPolicy.Secrets(
            first(tool, ToolRuleSettings::secrets).orElse(Set.of()), grant.secrets()),
        first(tool, ToolRuleSettings::resultLimit).orElse(tool.resultLimit()),
        costHint(tool),
        grant.pausesIfDenied() || first(tool, it -> it.approvals().pausesIfDenied()).orElse(false));
  }

  /** Returns what calls of a tool are expected to cost; empty if that is not known. */
  Optional<CostHint> costHint(ToolDeclaration tool) {
    return first(tool, ToolRuleSettings::costHint).or(tool::costHint);
  }

  private ApprovalRule approval(ToolDeclaration tool, ToolGrant grant) {
    return grant.approval()
        ? ApprovalRule.ALWAYS
        : first(tool, it -> it.approvals().rule())
            .orElseGet(() -> tool.dangerous() ? ApprovalRule.ALWAYS : ApprovalRule.BY_COST);
  }

  /**
   * Returns whether and when a failed call of this tool is retried.
   *
   * @param profile applies where the rule does not differ
   */
  public RetryPolicy retry(ToolDeclaration tool, RetryPolicy profile) {
    return effective(tool, ToolGrant.WHOLE).retry().over(profile);
  }

  /**
   * Returns whether and when a call of this tool with an unknown outcome is retried, if its effect
   * class allows it. The operator's rules apply as in {@link #retry}, but the built-in rule
   * differs. That one is for failures, which a model can work around; here only another call or a
   * person can find out.
   *
   * @param profile applies where the rule does not differ
   */
  public RetryPolicy retryOfUnknown(ToolDeclaration tool, RetryPolicy profile) {
    RetryOverride builtIn = tool.dangerous() ? RetryOverride.NEVER : RetryOverride.NONE;
    return first(tool, ToolRuleSettings::retry).orElse(builtIn).over(profile);
  }

  /**
   * Returns why runs of a tenant with an agent may not use a tool, in words for the model; empty if
   * they may. It names neither other tenants nor other agents, which may be theirs.
   */
  public Optional<String> refusal(ToolDeclaration tool, String tenant, String agent) {
    if (!allows(first(tool, it -> it.users().tenants()), tenant::equals)) {
      return Optional.of("this server does not let your tenant use '%s'".formatted(tool.name()));
    }
    Optional<Set<String>> agents = first(tool, it -> it.users().agents());
    if (!allows(agents, agent::equals)) {
      return Optional.of(
          "this server does not let agent '%s' use '%s'".formatted(agent, tool.name()));
    }
    return Optional.empty();
  }

  /**
   * Returns why a person may not have runs use a tool; empty if the person may.
   *
   * @param highest of the person's roles; empty if none is known, which counts as no role
   */
  public Optional<String> refusal(ToolDeclaration tool, Optional<Role> highest) {
    Optional<Set<Role>> roles = first(tool, it -> it.users().roles());
    return allows(roles, wanted -> highest.filter(role -> role.includes(wanted)).isPresent())
        ? Optional.empty()
        : Optional.of(
            "'%s' is only for runs of people with one of the roles %s"
                .formatted(
                    tool.name(),
                    roles.orElseThrow().stream().map(Role::roleName).sorted().toList()));
  }

  /**
   * Returns why a run may not use a tool, for any of these reasons.
   *
   * @param highest of the roles of the person on whose behalf the run works
   */
  public Optional<String> refusal(
      ToolDeclaration tool, String tenant, String agent, Optional<Role> highest) {
    return refusal(tool, tenant, agent).or(() -> refusal(tool, highest));
  }

  private static <T> boolean allows(Optional<Set<T>> those, Predicate<T> isThatOne) {
    return those.map(all -> all.stream().anyMatch(isThatOne)).orElse(true);
  }

  private <T> Optional<T> first(
      ToolDeclaration tool, Function<ToolRuleSettings, Optional<T>> saying) {
    for (ToolRule rule : rules) {
      Optional<T> said = rule.fits(tool) ? saying.apply(rule.says()) : Optional.empty();
      if (said.isPresent()) {
        return said;
      }
    }
    return Optional.empty();
  }

  private static RetryOverride builtInRetry(ToolDeclaration tool) {
    boolean mayBeMadeAgain = !tool.dangerous() && tool.effect() != EffectClass.ONCE;
    return mayPass(tool) && mayBeMadeAgain ? RetryOverride.NONE : RetryOverride.NEVER;
  }

  private static boolean mayPass(ToolDeclaration tool) {
    return RETRIED.contains(tool.category()) || tool.tags().stream().anyMatch(RETRIED::contains);
  }
}
