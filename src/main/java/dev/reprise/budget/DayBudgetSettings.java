package dev.reprise.budget;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The limits of a day in US dollars: for the runs of each tenant, for those of one, and for the
 * runs of an agent in each tenant.
 *
 * @param all for each tenant without a limit of its own; empty for no limit
 * @param tenants by tenant
 * @param agents by agent
 */
public record DayBudgetSettings(
    Optional<BigDecimal> all, Map<String, BigDecimal> tenants, Map<String, BigDecimal> agents) {

  private static final Setting<BigDecimal> ALL =
      Setting.optional(
          "reprise.budgets.day-usd",
          SettingType.decimal("0"),
          "what the runs of each tenant may cost in a day of UTC, in USD, on all servers together");
  private static final Setting<BigDecimal> OF_TENANT =
      Setting.optional(
              "reprise.budgets.tenant.<tenant>.day-usd",
              SettingType.decimal("0"),
              "the same for one tenant")
          .otherwise("`reprise.budgets.day-usd`")
          .ofTenants();
  private static final Setting<BigDecimal> OF_AGENT =
      Setting.optional(
          "reprise.budgets.agent.<agent>.day-usd",
          SettingType.decimal("0"),
          "what the runs of an agent may cost in a day in each tenant");

  private static final String END = ".day-usd";

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", ALL, OF_TENANT, OF_AGENT);
    }

    @Override
    public void check(Config config) {
      read(config);
    }
  }

  public DayBudgetSettings {
    tenants = Map.copyOf(tenants);
    agents = Map.copyOf(agents);
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is no amount of at least 0; names the property
   */
  static DayBudgetSettings read(Config config) {
    return new DayBudgetSettings(
        ALL.find(config),
        named(config, "reprise.budgets.tenant.", OF_TENANT),
        named(config, "reprise.budgets.agent.", OF_AGENT));
  }

  private static Map<String, BigDecimal> named(
      Config config, String prefix, Setting<BigDecimal> setting) {
    Map<String, BigDecimal> amounts = new TreeMap<>();
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(prefix)) {
        String name = name(property, prefix);
        setting.of(name).find(config).ifPresent(usd -> amounts.put(name, usd));
      }
    }
    return amounts;
  }

  private static String name(String property, String prefix) {
    if (!property.endsWith(END) || property.length() <= prefix.length() + END.length()) {
      throw new IllegalArgumentException(
          "the property '%s' must be %s<name>%s".formatted(property, prefix, END));
    }
    return property.substring(prefix.length(), property.length() - END.length());
  }

  /** Returns all limits of a tenant on a day, its own first, then those of agents by name. */
  List<DayLimit> limits(String tenant, LocalDate day) {
    Stream<DayLimit> ofAgents =
        new TreeMap<>(agents)
            .entrySet().stream()
                .map(
                    agent ->
                        new DayLimit(
                            DayLimit.Scope.ofAgent(tenant, agent.getKey()), day, agent.getValue()));
    return Stream.concat(ofTheTenant(tenant, day).stream(), ofAgents).toList();
  }

  private Optional<DayLimit> ofTheTenant(String tenant, LocalDate day) {
    return Optional.ofNullable(tenants.get(tenant))
        .or(() -> all)
        .map(usd -> new DayLimit(DayLimit.Scope.ofTenant(tenant), day, usd));
  }

  /** Returns the limits that a call of a run must keep on a day. */
  List<DayLimit> limits(String tenant, String agent, LocalDate day) {
    if (all.isEmpty() && tenants.isEmpty() && agents.isEmpty()) {
      return List.of();
    }
    Optional<DayLimit> ofTheAgent =
        Optional.ofNullable(agents.get(agent))
            .map(usd -> new DayLimit(DayLimit.Scope.ofAgent(tenant, agent), day, usd));
    return Stream.of(ofTheAgent, ofTheTenant(tenant, day)).flatMap(Optional::stream).toList();
  }
}
