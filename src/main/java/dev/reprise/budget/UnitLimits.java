package dev.reprise.budget;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * The limits of a day in one unit.
 *
 * @param all for each tenant without a limit of its own; empty for no limit
 * @param tenants by tenant
 * @param agents by agent
 */
public record UnitLimits(
    Optional<BigDecimal> all, Map<String, BigDecimal> tenants, Map<String, BigDecimal> agents) {

  public UnitLimits {
    tenants = Map.copyOf(tenants);
    agents = Map.copyOf(agents);
  }

  /** Returns limits of this amount for the runs of each tenant. */
  public static UnitLimits ofAll(BigDecimal amount) {
    return new UnitLimits(Optional.of(amount), Map.of(), Map.of());
  }

  /** Returns whether there is no limit. */
  boolean isEmpty() {
    return all.isEmpty() && tenants.isEmpty() && agents.isEmpty();
  }

  /** Returns the limit of all runs of a tenant. */
  Optional<BigDecimal> ofTenant(String tenant) {
    return Optional.ofNullable(tenants.get(tenant)).or(() -> all);
  }

  /** Returns the limit of the runs of an agent in each tenant. */
  Optional<BigDecimal> ofAgent(String agent) {
    return Optional.ofNullable(agents.get(agent));
  }
}
