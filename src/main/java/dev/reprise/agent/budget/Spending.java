package dev.reprise.agent.budget;

import java.math.BigDecimal;

/**
 * What was spent of a budget, or is expected to be.
 *
 * @param usd in US dollars, as far as it is known
 * @param tokens read and written by models
 * @param modelCalls calls of models that were answered or may have been
 * @param toolCalls attempts at tool calls
 */
public record Spending(BigDecimal usd, long tokens, int modelCalls, int toolCalls) {

  /** Nothing. */
  public static final Spending NONE = new Spending(BigDecimal.ZERO, 0, 0, 0);

  /** Returns an attempt at a tool call of this cost in US dollars. */
  public static Spending ofToolCall(BigDecimal usd) {
    return new Spending(usd, 0, 0, 1);
  }

  /** Returns calls of models whose tokens and cost are counted elsewhere. */
  public static Spending ofModelCalls(int calls) {
    return new Spending(BigDecimal.ZERO, 0, calls, 0);
  }

  /** Returns the sum. */
  public Spending plus(Spending more) {
    return new Spending(
        usd.add(more.usd),
        TokenSum.of(tokens, more.tokens),
        modelCalls + more.modelCalls,
        toolCalls + more.toolCalls);
  }

  /** Returns the difference. */
  public Spending minus(Spending less) {
    return new Spending(
        usd.subtract(less.usd),
        tokens - less.tokens,
        modelCalls - less.modelCalls,
        toolCalls - less.toolCalls);
  }
}
