package dev.reprise.budget;

import dev.reprise.agent.budget.LimitCrossing;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * A limit of what runs may spend in a day of UTC.
 *
 * @param scope which runs share it
 * @param amount in the unit, at least 0
 */
public record DayLimit(Scope scope, Unit unit, LocalDate day, BigDecimal amount) {

  /** Returns when the limit starts again. */
  public Instant until() {
    return day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  /**
   * Returns what to record of a call that this limit does not allow.
   *
   * @param needed empty if it is not known
   * @param until when the call is tried again
   */
  LimitCrossing crossing(BigDecimal spent, Optional<BigDecimal> needed, Instant until) {
    return new LimitCrossing(kind(), amount, spent, needed, Optional.of(until));
  }

  private LimitCrossing.Kind kind() {
    return switch (scope.subject()) {
      case TENANT ->
          switch (unit) {
            case USD -> LimitCrossing.Kind.TENANT_DAY_USD;
            case TOKENS -> LimitCrossing.Kind.TENANT_DAY_TOKENS;
            case MODEL_CALLS -> LimitCrossing.Kind.TENANT_DAY_MODEL_CALLS;
            case TOOL_CALLS -> LimitCrossing.Kind.TENANT_DAY_TOOL_CALLS;
          };
      case AGENT ->
          switch (unit) {
            case USD -> LimitCrossing.Kind.AGENT_DAY_USD;
            case TOKENS -> LimitCrossing.Kind.AGENT_DAY_TOKENS;
            case MODEL_CALLS -> LimitCrossing.Kind.AGENT_DAY_MODEL_CALLS;
            case TOOL_CALLS -> LimitCrossing.Kind.AGENT_DAY_TOOL_CALLS;
          };
      case SCHEDULE -> LimitCrossing.Kind.SCHEDULE_DAY_USD; // schedules limit nothing else
    };
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

  /** What a limit counts. */
  public enum Unit {
    /** US dollars, to the millionth. */
    USD(6),
    /** Tokens that models read and write. */
    TOKENS(0),
    /** Calls of models. */
    MODEL_CALLS(0),
    /** Attempts at calls of tools. */
    TOOL_CALLS(0);

    private final int scale;

    Unit(int scale) {
      this.scale = scale;
    }

    /** Returns an amount to the smallest part that is counted, rounded up. */
    BigDecimal rounded(BigDecimal amount) {
      return amount.setScale(scale, RoundingMode.UP);
    }

    /** Returns a share of an amount to the smallest part that is counted, rounded down. */
    BigDecimal share(BigDecimal amount, BigDecimal parts) {
      return amount.divide(parts, scale, RoundingMode.DOWN);
    }
  }
}
