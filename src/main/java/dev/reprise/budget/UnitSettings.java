package dev.reprise.budget;

import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of the limits in one unit. Tested by {@code DayBudgetSettingsTest}.
 *
 * @param name what the names of their properties end with
 * @param all for each tenant without a limit of its own
 * @param ofTenant for one tenant
 * @param ofAgent for the runs of an agent in each tenant
 */
record UnitSettings(
    Unit unit,
    String name,
    Setting<BigDecimal> all,
    Setting<BigDecimal> ofTenant,
    Setting<BigDecimal> ofAgent) {

  private static final String ALL = "reprise.budgets.";
  private static final String TENANT = "reprise.budgets.tenant.";
  private static final String AGENT = "reprise.budgets.agent.";

  /** Far below what a column of the table can count. */
  private static final long MOST = 1_000_000_000_000L;

  /** Those of all units. */
  static final List<UnitSettings> OF_ALL_UNITS =
      List.of(
          declared(
              Unit.USD, "day-usd", SettingType.decimal("0"), "how many US dollars %s may cost"),
          declared(Unit.TOKENS, "day-tokens", count(), "how many tokens %s may use"),
          declared(
              Unit.MODEL_CALLS, "day-model-calls", count(), "how many model calls %s may make"),
          declared(Unit.TOOL_CALLS, "day-tool-calls", count(), "how many tool calls %s may make"));

  /**
   * @param meaning of a limit for the runs that {@code %s} stands for
   */
  private static UnitSettings declared(
      Unit unit, String name, SettingType<BigDecimal> type, String meaning) {
    return new UnitSettings(
        unit,
        name,
        Setting.optional(ALL + name, type)
            .means(
                meaning.formatted("the runs of each tenant")
                    + " in a day of UTC, on all servers together"),
        Setting.optional(TENANT + "<tenant>." + name, type)
            .otherwise("`%s%s`".formatted(ALL, name))
            .ofTenants()
            .means("the same for one tenant"),
        Setting.optional(AGENT + "<agent>." + name, type)
            .means(meaning.formatted("the runs of an agent") + " in a day in each tenant"));
  }

  private static SettingType<BigDecimal> count() {
    SettingType<Long> number = SettingType.number(0, MOST);
    return new SettingType<>(
        number.name(), number.allowed(), number.reader().andThen(BigDecimal::valueOf));
  }

  /** Returns the settings in the order of the reference. */
  Stream<Setting<BigDecimal>> settings() {
    return Stream.of(all, ofTenant, ofAgent);
  }

  /**
   * Reads the limits.
   *
   * @throws IllegalArgumentException if a value is no amount of at least 0; names the property
   */
  UnitLimits read(Config config) {
    return new UnitLimits(
        all.find(config), named(config, TENANT, ofTenant), named(config, AGENT, ofAgent));
  }

  private Map<String, BigDecimal> named(Config config, String prefix, Setting<BigDecimal> setting) {
    Map<String, BigDecimal> amounts = new HashMap<>();
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(prefix) && property.endsWith("." + name)) {
        String thing = thing(property, prefix);
        setting.of(thing).find(config).ifPresent(amount -> amounts.put(thing, amount));
      }
    }
    return amounts;
  }

  /**
   * Checks the names of the properties that are for one tenant or agent.
   *
   * @throws IllegalArgumentException if one lacks the name of a tenant, an agent or a limit
   */
  static void checkNames(Config config) {
    for (String property : config.getPropertyNames()) {
      Stream.of(TENANT, AGENT)
          .filter(property::startsWith)
          .forEach(prefix -> thing(property, prefix));
    }
  }

  private static String thing(String property, String prefix) {
    List<String> names = OF_ALL_UNITS.stream().map(UnitSettings::name).toList();
    int end = property.lastIndexOf('.');
    if (end <= prefix.length() || !names.contains(property.substring(end + 1))) {
      throw new IllegalArgumentException(
          "the property '%s' must be %s<name>. and one of %s".formatted(property, prefix, names));
    }
    return property.substring(prefix.length(), end);
  }
}
