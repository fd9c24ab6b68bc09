package dev.reprise.budget;

import static java.util.Comparator.comparing;

import dev.reprise.budget.DayLimit.Scope;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The limits of a day: for the runs of each tenant, for those of one, and for the runs of an agent
 * in each tenant.
 *
 * @param units the limits by their units; a unit without limits is absent
 */
public record DayBudgetSettings(Map<Unit, UnitLimits> units) {

  /** No limits. */
  public static final DayBudgetSettings NONE = new DayBudgetSettings(Map.of());

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "approvals",
          UnitSettings.OF_ALL_UNITS.stream()
              .flatMap(UnitSettings::settings)
              .toArray(Setting<?>[]::new));
    }

    @Override
    public void check(Config config) {
      read(config);
    }
  }

  public DayBudgetSettings {
    var inOrder = new EnumMap<Unit, UnitLimits>(Unit.class);
    inOrder.putAll(units);
    inOrder.values().removeIf(UnitLimits::isEmpty);
    units = Collections.unmodifiableMap(inOrder);
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a name or a value is not allowed; names the property
   */
  static DayBudgetSettings read(Config config) {
    UnitSettings.checkNames(config);
    var units = new EnumMap<Unit, UnitLimits>(Unit.class);
    UnitSettings.OF_ALL_UNITS.forEach(it -> units.put(it.unit(), it.read(config)));
    return new DayBudgetSettings(units);
  }

  /** Returns whether there is no limit. */
  boolean isEmpty() {
    return units.isEmpty();
  }

  /** Returns whether there is a limit in a unit. */
  boolean has(Unit unit) {
    return units.containsKey(unit);
  }

  /** Returns all limits of a tenant on a day, its own first, then those of agents by name. */
  List<DayLimit> limits(String tenant, LocalDate day) {
    List<DayLimit> all = new ArrayList<>();
    units.forEach(
        (unit, limits) -> {
          limits
              .ofTenant(tenant)
              .ifPresent(it -> all.add(new DayLimit(Scope.ofTenant(tenant), unit, day, it)));
          limits
              .agents()
              .forEach(
                  (agent, it) ->
                      all.add(new DayLimit(Scope.ofAgent(tenant, agent), unit, day, it)));
        });
    all.sort(comparing((DayLimit it) -> it.scope().name()).thenComparing(DayLimit::unit));
    return all;
  }

  /** Returns the limits that a call of a run must keep on a day. */
  List<DayLimit> limits(String tenant, String agent, LocalDate day) {
    List<DayLimit> all = new ArrayList<>();
    units.forEach(
        (unit, limits) -> {
          limits
              .ofAgent(agent)
              .ifPresent(it -> all.add(new DayLimit(Scope.ofAgent(tenant, agent), unit, day, it)));
          limits
              .ofTenant(tenant)
              .ifPresent(it -> all.add(new DayLimit(Scope.ofTenant(tenant), unit, day, it)));
        });
    return all;
  }
}
