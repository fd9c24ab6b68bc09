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
   * @param name of the agent or the schedule; empty for all runs of the tenant
   */
  public record Scope(String tenant, Subject subject, String name) {

    /** Returns the scope of all runs of a tenant. */
    public static Scope ofTenant(String tenant) {
      return new Scope(tenant, Subject.TENANT, "");
    }

    /** Returns the scope of the runs of an agent. */
    public static Scope ofAgent(String tenant, String agent) {
      return new Scope(tenant, Subject.AGENT, agent);
    }

    /** Returns the scope of the runs that a schedule starts, with their child runs. */
    public static Scope ofSchedule(String tenant, String schedule) {
      return new Scope(tenant, Subject.SCHEDULE, schedule);
    }
  }

  /** Whose runs share a limit. */
  public enum Subject {
    TENANT,
    AGENT,
    SCHEDULE
  }
}
