package dev.reprise.agent.budget;

import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Explanation.Code;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * A limit that the next call of a run would cross. The call was not made. Tested by {@code
 * DayBudgetsTest}.
 *
 * @param limit the limit; in US dollars, tokens, calls or seconds
 * @param spent what counts towards the limit so far
 * @param needed what the call is expected to need; empty if that is not known
 * @param until when the limit starts again; empty if it does not
 * @param unpriced the model of the call, if it has no price and so it is not known what is needed
 */
public record LimitCrossing(
    Kind kind,
    BigDecimal limit,
    BigDecimal spent,
    Optional<BigDecimal> needed,
    Optional<Instant> until,
    Optional<String> unpriced) {

  public LimitCrossing(
      Kind kind,
      BigDecimal limit,
      BigDecimal spent,
      Optional<BigDecimal> needed,
      Optional<Instant> until) {
    this(kind, limit, spent, needed, until, Optional.empty());
  }

  /** Which limit. */
  public enum Kind {
    /** What one model call may cost without a person's approval, in US dollars. */
    CALL_USD("one model call without approval", "USD"),
    /** What the run and its child runs may cost, in US dollars. */
    RUN_USD("the run", "USD"),
    /** What models may read and write for the run and its child runs. */
    RUN_TOKENS("the run", "tokens"),
    /** How many model calls the run and its child runs may make. */
    RUN_MODEL_CALLS("the run", "model calls"),
    /** How long the run may take, in seconds. */
    RUN_TIME("the run", "seconds"),
    /** How many tool calls the run and its child runs may make. */
    RUN_TOOL_CALLS("the run", "tool calls"),
    /** What the runs of the agent may cost in a day of UTC, in US dollars. */
    AGENT_DAY_USD("the agent's runs today (UTC)", "USD"),
    /** What models may read and write for the runs of the agent in a day of UTC. */
    AGENT_DAY_TOKENS("the agent's runs today (UTC)", "tokens"),
    /** How many model calls the runs of the agent may make in a day of UTC. */
    AGENT_DAY_MODEL_CALLS("the agent's runs today (UTC)", "model calls"),
    /** How many tool calls the runs of the agent may make in a day of UTC. */
    AGENT_DAY_TOOL_CALLS("the agent's runs today (UTC)", "tool calls"),
    /** What the runs that a schedule starts may cost in a day of UTC, in US dollars. */
    SCHEDULE_DAY_USD("the schedule's runs today (UTC)", "USD"),
    /** What the runs of the tenant may cost in a day of UTC, in US dollars. */
    TENANT_DAY_USD("the tenant's runs today (UTC)", "USD"),
    /** What models may read and write for the runs of the tenant in a day of UTC. */
    TENANT_DAY_TOKENS("the tenant's runs today (UTC)", "tokens"),
    /** How many model calls the runs of the tenant may make in a day of UTC. */
    TENANT_DAY_MODEL_CALLS("the tenant's runs today (UTC)", "model calls"),
    /** How many tool calls the runs of the tenant may make in a day of UTC. */
    TENANT_DAY_TOOL_CALLS("the tenant's runs today (UTC)", "tool calls");

    private final String subject;
    private final String unit;

    Kind(String subject, String unit) {
      this.subject = subject;
      this.unit = unit;
    }

    /** Returns whether the run's own budget has the limit. */
    public boolean isOfTheRun() {
      return switch (this) {
        case RUN_USD, RUN_TOKENS, RUN_MODEL_CALLS, RUN_TOOL_CALLS, RUN_TIME -> true;
        default -> false;
      };
    }
  }

  /** Returns the crossing by a call of a model, with its name if it lacks a price. */
  public LimitCrossing by(String model) {
    boolean lacksPrice = needed.isEmpty() && kind.unit.equals("USD");
    return new LimitCrossing(
        kind, limit, spent, needed, until, Optional.of(model).filter(it -> lacksPrice));
  }

  /** Returns whether the limit still keeps the run from continuing. */
  public boolean isInForce(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isEmpty();
  }

  /** Says the same as {@link #message}. */
  public Explanation explanation() {
    Explanation reached =
        kind == Kind.CALL_USD
            ? Code.MODEL_CALL_NEEDS_APPROVAL.with("limit", limit)
            : Code.LIMIT_REACHED.with("kind", kind).with("limit", limit).with("spent", spent);
    return needed
        .map(amount -> reached.with("needed", amount))
        .or(() -> unpriced.map(model -> reached.with("model", model)))
        .orElse(reached);
  }

  /** Says in words for a person which limit it is, and what the call would need. */
  public String message() {
    String known =
        "the limit of %s is %s %s, %s are spent"
            .formatted(kind.subject, limit.toPlainString(), kind.unit, spent.toPlainString());
    return needed
        .map(amount -> ", and the next call is expected to need " + amount.toPlainString())
        .or(
            () ->
                unpriced.map(
                    ", and what the next call costs is not known, because model %s has no price (reprise.prices.file)"
                        ::formatted))
        .map(known::concat)
        .orElse(known);
  }
}
