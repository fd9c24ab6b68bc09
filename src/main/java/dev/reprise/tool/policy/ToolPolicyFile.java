package dev.reprise.tool.policy;

import dev.reprise.agent.Role;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.CostHint;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules for tools that an operator wrote: a list of at most 100 objects. Their members {@code
 * name}, {@code dangerous}, {@code category} and {@code tags} select tools; all others are settings
 * for these. Tested by {@code ToolPolicyTest}.
 */
public final class ToolPolicyFile {

  private final OperatorFile file;

  private ToolPolicyFile(Path file) {
    this.file = OperatorFile.read(ToolPolicy.FILE.name(), file, DocumentSchema.TOOL_POLICY);
  }

  /**
   * Reads the rules, in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule; names the file,
   *     the place in it, and what is allowed
   */
  public static List<ToolRule> read(Path file) {
    return new ToolPolicyFile(file).rules();
  }

  private List<ToolRule> rules() {
    return file.objects(this::rule);
  }

  private ToolRule rule(DocumentObject rule) {
    return new ToolRule(
        rule.text("name"),
        rule.flag("dangerous"),
        rule.text("category"),
        words(rule, "tags").orElse(Set.of()),
        settings(rule));
  }

  private ToolRuleSettings settings(DocumentObject rule) {
    return new ToolRuleSettings(
        retry(rule),
        new ToolRuleSettings.Approvals(
            rule.text("approval").map(ToolPolicyFile::approval),
            rule.text("onDenied").map("pause"::equals)),
        rule.integer("concurrency"),
        rule.duration("timeout"),
        words(rule, "secrets"),
        rule.integer("resultLimit"),
        costHint(rule),
        new ToolRuleSettings.Users(
            words(rule, "tenants").map(ToolPolicyFile::canonical),
            words(rule, "roles").map(ToolPolicyFile::roles),
            words(rule, "agents")));
  }

  private static ApprovalRule approval(String text) {
    return ApprovalRule.valueOf(text.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  private static Optional<CostHint> costHint(DocumentObject rule) {
    Optional<BigDecimal> perCall = rule.decimal("cost");
    Optional<BigDecimal> perItem = rule.decimal("costPerItem");
    return perCall
        .or(() -> perItem)
        .map(
            unused ->
                CostHint.usd(perCall.orElse(BigDecimal.ZERO), perItem.orElse(BigDecimal.ZERO)));
  }

  private Optional<RetryOverride> retry(DocumentObject rule) {
    if (rule.text("retry").isPresent()) {
      return Optional.of(RetryOverride.NEVER);
    }
    return rule.object("retry").map(this::override);
  }

  private RetryOverride override(DocumentObject retry) {
    try {
      return new RetryOverride(
          retry.integer("attempts"),
          retry.text("strategy"),
          retry.decimal("factor").map(BigDecimal::doubleValue),
          retry.duration("baseDelay"),
          retry.duration("maxDelay"));
    } catch (IllegalArgumentException e) {
      throw file.error(retry.path(), "does not work: " + e.getMessage());
    }
  }

  private static Optional<Set<String>> words(DocumentObject rule, String member) {
    return rule.texts(member).map(Set::copyOf);
  }

  private static Set<String> canonical(Set<String> tenants) {
    return tenants.stream().map(TenantScope::canonical).collect(Collectors.toSet());
  }

  private static Set<Role> roles(Set<String> names) {
    return names.stream().map(name -> Role.named(name).orElseThrow()).collect(Collectors.toSet());
  }
}
