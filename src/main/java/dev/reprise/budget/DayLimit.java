package dev.reprise.budget;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * A limit of what runs may cost in a day of UTC.
 *
 * @param scope which runs share it
 * @param usd in US dollars, at least 0
 */
public record DayLimit(Scope scope, LocalDate day, BigDecimal usd) {

  /** Returns when the limit begins anew. */
  public Instant until() {
    return day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  /**
   * The runs that share a limit.
   *
   * @param agent the agent's name; empty for all runs of the tenant
   */
  public record Scope(String tenant, String agent) {

    boolean isOfAnAgent() {
      return !agent.isEmpty();
    }
  }
}
