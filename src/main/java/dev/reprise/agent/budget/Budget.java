package dev.reprise.agent.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * What a run and its child runs may spend together. Model calls count with their tokens and prices,
 * tool calls with the costs that their tools declare; each attempt counts. What a fork inherits
 * costs it nothing.
 *
 * @param usd in US dollars, at least 0; empty for no limit
 * @param tokens read and written by models, at least 0; empty for no limit
 * @param modelCalls that were answered or may have been, at least 0; empty for no limit
 * @param toolCalls at least 0; empty for no limit
 * @param time since the run began or was retried, without pauses; not negative; empty for no limit
 * @param usdPerCall from which expected cost of a model call a person must approve it, in US
 *     dollars, at least 0; empty for the server's limit
 * @param onExceeded what happens to the run before the call that would cross a limit; empty for a
 *     pause
 */
public record Budget(
    Optional<BigDecimal> usd,
    Optional<Long> tokens,
    Optional<Integer> modelCalls,
    Optional<Integer> toolCalls,
    Optional<Duration> time,
    Optional<BigDecimal> usdPerCall,
    Optional<OnExceeded> onExceeded) {

  /** No limit at all. */
  public static final Budget NONE =
      new Budget(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** What happens to a run before the call that would cross a limit. */
  public enum OnExceeded {
    /** The run pauses with all its work; a person who resumes it may raise the budget. */
    PAUSE,
    /** The run fails. */
    FAIL
  }

  public Budget {
    requireNotNegative("usd", usd.map(BigDecimal::signum));
    requireNotNegative("tokens", tokens.map(Long::signum));
    requireNotNegative("modelCalls", modelCalls.map(Integer::signum));
    requireNotNegative("toolCalls", toolCalls.map(Integer::signum));
    requireNotNegative("time", time.map(it -> it.isNegative() ? -1 : 1));
    requireNotNegative("usdPerCall", usdPerCall.map(BigDecimal::signum));
  }

  private static void requireNotNegative(String name, Optional<Integer> sign) {
    if (sign.filter(it -> it < 0).isPresent()) {
      throw new IllegalArgumentException(name + " of a budget must be at least 0");
    }
  }

  /** Returns whether anything but time limits what a run and its child runs spend in all. */
  public boolean hasLimit() {
    return usd.isPresent() || tokens.isPresent() || modelCalls.isPresent() || toolCalls.isPresent();
  }

  /** Returns this budget with the limits of another one instead, where that one has any. */
  public Budget replacedBy(Budget other) {
    if (other.equals(NONE)) {
      return this;
    }
    return new Budget(
        other.usd.or(() -> usd),
        other.tokens.or(() -> tokens),
        other.modelCalls.or(() -> modelCalls),
        other.toolCalls.or(() -> toolCalls),
        other.time.or(() -> time),
        other.usdPerCall.or(() -> usdPerCall),
        other.onExceeded.or(() -> onExceeded));
  }

  /** Returns the lower limit of the two each; a run fails if either budget says so. */
  public Budget narrowedBy(Budget other) {
    return new Budget(
        least(usd, other.usd),
        least(tokens, other.tokens),
        least(modelCalls, other.modelCalls),
        least(toolCalls, other.toolCalls),
        least(time, other.time),
        least(usdPerCall, other.usdPerCall),
        last(onExceeded, other.onExceeded));
  }

  private static <T extends Comparable<T>> Optional<T> least(Optional<T> one, Optional<T> other) {
    return one.map(a -> other.filter(b -> b.compareTo(a) < 0).orElse(a)).or(() -> other);
  }

  private static <T extends Comparable<T>> Optional<T> last(Optional<T> one, Optional<T> other) {
    return one.map(a -> other.filter(b -> b.compareTo(a) > 0).orElse(a)).or(() -> other);
  }

  /** A limit of a budget by its name, with the most that it may be. */
  public record Bound(String name, String allowed) {}

  /** Returns a limit that is above that of another budget, if there is one. */
  public Optional<Bound> limitAbove(Budget other) {
    return above("usd", usd, other.usd)
        .or(() -> above("tokens", tokens, other.tokens))
        .or(() -> above("modelCalls", modelCalls, other.modelCalls))
        .or(() -> above("toolCalls", toolCalls, other.toolCalls))
        .or(() -> above("time", time, other.time));
  }

  private static <T extends Comparable<T>> Optional<Bound> above(
      String name, Optional<T> mine, Optional<T> most) {
    return most.filter(it -> mine.filter(limit -> limit.compareTo(it) > 0).isPresent())
        .map(it -> new Bound(name, it.toString()));
  }

  /**
   * Returns what is left of this budget after so much was spent; a limit never falls below 0. Time
   * passes by itself and is not in it.
   */
  public Budget minus(Spending spent) {
    return new Budget(
        usd.map(limit -> limit.subtract(spent.usd()).max(BigDecimal.ZERO)),
        tokens.map(limit -> Math.max(0, limit - spent.tokens())),
        modelCalls.map(limit -> Math.max(0, limit - spent.modelCalls())),
        toolCalls.map(limit -> Math.max(0, limit - spent.toolCalls())),
        Optional.empty(),
        usdPerCall,
        onExceeded);
  }

  /**
   * Returns an equal share of this budget for each of several runs, rounded down. A share has no
   * time of its own, because the runs begin at different times: a deadline must end them.
   */
  public Budget dividedBy(int runs) {
    return new Budget(
        usd.map(
            limit ->
                limit
                    .divideToIntegralValue(PENNY.multiply(BigDecimal.valueOf(runs)))
                    .multiply(PENNY)),
        tokens.map(limit -> limit / runs),
        modelCalls.map(limit -> limit / runs),
        toolCalls.map(limit -> limit / runs),
        Optional.empty(),
        usdPerCall,
        onExceeded);
  }

  /** The smallest amount that is divided, in US dollars. */
  private static final BigDecimal PENNY = new BigDecimal("0.000001");
}
