package dev.reprise.tool.policy;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The configured limits of what calls may cost without an approval, for all runs, those of a tenant
 * and those of an agent. Tested by {@code CostGatesTest}.
 *
 * @param limits for each tenant and agent that has one of its own, and for all others, whose name
 *     is empty here
 */
record CostLimitSettings(Map<ApprovalScope, CostLimits> limits) {

  private static final ScopedSetting<BigDecimal> NOTICE_FROM =
      ScopedSetting.of(
          "notice-from",
          SettingType.decimal("0"),
          "0.10",
          "from which expected cost, in USD, the server logs a call that it makes without approval");
  private static final ScopedSetting<BigDecimal> ASK_FROM =
      ScopedSetting.of(
          "ask-from",
          SettingType.decimal("0"),
          "0.50",
          "from which expected cost, in USD, a person is asked before the call; at least"
              + " `notice-from`");
  private static final ScopedSetting<Integer> BATCH_ITEMS =
      ScopedSetting.of(
          "batch-items",
          SettingType.integer(1),
          "50",
          "for how many items a call may be without approval: the longest array in its arguments");

  private static final ScopedSetting<Boolean> ASK_WITHOUT_PRICE =
      ScopedSetting.of(
          "ask-without-price",
          SettingType.flag(),
          "true",
          "whether a person is asked before each call of a model that has no price, of a configured"
              + " provider on another machine");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "approvals",
          NOTICE_FROM.all(),
          ASK_FROM.all(),
          BATCH_ITEMS.all(),
          ASK_WITHOUT_PRICE.all(),
          NOTICE_FROM.ofTenant(),
          ASK_FROM.ofTenant(),
          BATCH_ITEMS.ofTenant(),
          ASK_WITHOUT_PRICE.ofTenant(),
          NOTICE_FROM.ofAgent(),
          ASK_FROM.ofAgent(),
          BATCH_ITEMS.ofAgent(),
          ASK_WITHOUT_PRICE.ofAgent());
    }

    @Override
    public void check(Config config) {
      read(config);
    }
  }

  private static final String TENANT = ScopedSetting.PREFIX + "tenant.";
  private static final String AGENT = ScopedSetting.PREFIX + "agent.";

  /** The last parts of all settings of agents about approvals, of which some are read elsewhere. */
  private static final Set<String> OF_AGENTS =
      Set.of("notice-from", "ask-from", "batch-items", "ask-without-price", "quorum", "timeout");

  private static final Set<String> OF_TENANTS =
      Set.of(
          "notice-from",
          "ask-from",
          "batch-items",
          "ask-without-price",
          "quorum",
          "timeout",
          "by-submitter");

  CostLimitSettings {
    limits = Map.copyOf(limits);
  }

  /** Creates the same limits for all runs. */
  static CostLimitSettings of(CostLimits limits) {
    return new CostLimitSettings(Map.of(ApprovalScope.OTHERS, limits));
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid, or a name is that of no setting; names
   *     the property
   */
  static CostLimitSettings read(Config config) {
    Map<ApprovalScope, CostLimits> limits = new HashMap<>();
    for (String tenant : names(config, TENANT, OF_TENANTS)) {
      for (String agent : names(config, AGENT, OF_AGENTS)) {
        var scope = new ApprovalScope(tenant, agent);
        limits.put(scope, read(config, scope));
      }
    }
    return new CostLimitSettings(limits);
  }

  /** Returns those that have a setting, and the empty name for all others. */
  private static Set<String> names(Config config, String prefix, Set<String> settings) {
    Set<String> names = new HashSet<>(Set.of(""));
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(prefix)) {
        names.add(name(property, prefix, settings));
      }
    }
    return names;
  }

  private static String name(String property, String prefix, Set<String> settings) {
    int end = property.lastIndexOf('.');
    if (end <= prefix.length() || !settings.contains(property.substring(end + 1))) {
      throw new IllegalArgumentException(
          "the property '%s' must be %s<name>. and one of %s"
              .formatted(property, prefix, settings.stream().sorted().toList()));
    }
    return property.substring(prefix.length(), end);
  }

  private static CostLimits read(Config config, ApprovalScope scope) {
    try {
      return new CostLimits(
          NOTICE_FROM.get(config, scope),
          ASK_FROM.get(config, scope),
          BATCH_ITEMS.get(config, scope),
          ASK_WITHOUT_PRICE.get(config, scope));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties %s: %s".formatted(properties(scope), e.getMessage()), e);
    }
  }

  private static String properties(ApprovalScope scope) {
    String all = ScopedSetting.PREFIX + "*";
    String ofTenant = scope.tenant().isEmpty() ? "" : ", %s%s.*".formatted(TENANT, scope.tenant());
    String ofAgent = scope.agent().isEmpty() ? "" : ", %s%s.*".formatted(AGENT, scope.agent());
    return all + ofTenant + ofAgent;
  }

  /** Returns the limits for some runs. */
  CostLimits of(ApprovalScope scope) {
    CostLimits others = Objects.requireNonNull(limits.get(ApprovalScope.OTHERS));
    if (limits.size() == 1) {
      return others; // no tenant and no agent has limits of its own
    }
    return Stream.of(
            scope, ApprovalScope.ofTenant(scope.tenant()), new ApprovalScope("", scope.agent()))
        .filter(limits::containsKey)
        .map(limits::get)
        .findFirst()
        .orElse(others);
  }
}
