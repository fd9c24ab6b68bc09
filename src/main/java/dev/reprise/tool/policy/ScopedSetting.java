package dev.reprise.tool.policy;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingType;
import org.eclipse.microprofile.config.Config;

/**
 * A setting for the approvals of all runs, which a tenant and an agent may have of their own. That
 * of the agent counts first, then that of the tenant.
 *
 * @param all {@code reprise.approvals.<name>}, which has a default
 * @param ofTenant {@code reprise.approvals.tenant.<tenant>.<name>}
 * @param ofAgent {@code reprise.approvals.agent.<agent>.<name>}
 */
record ScopedSetting<T>(Setting<T> all, Setting<T> ofTenant, Setting<T> ofAgent) {

  static final String PREFIX = "reprise.approvals.";

  static <T> ScopedSetting<T> of(
      String name, SettingType<T> type, String byDefault, String meaning) {
    return new ScopedSetting<>(
        Setting.of(PREFIX + name, type, byDefault).means(meaning),
        Setting.optional(PREFIX + "tenant.<tenant>." + name, type)
            .otherwise("`%s%s`".formatted(PREFIX, name))
            .ofTenants()
            .means("the same for the runs of a tenant"),
        Setting.optional(PREFIX + "agent.<agent>." + name, type)
            .otherwise("that of the tenant")
            .means("the same for the runs of an agent"));
  }

  T get(Config config, ApprovalScope scope) {
    return ofAgent
        .of(scope.agent())
        .find(config)
        .or(() -> ofTenant.of(scope.tenant()).find(config))
        .orElseGet(() -> all.get(config));
  }
}
