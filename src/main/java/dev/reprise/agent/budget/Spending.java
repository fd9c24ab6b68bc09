package dev.reprise.agent.budget;

import java.math.BigDecimal;

/**
 * What was spent of a budget, or is expected to be.
 *
 * @param usd in US dollars, as far as it is known
 * @param tokens read and written by models
 * @param toolCalls attempts at tool calls
 */
public record Spending(BigDecimal usd, long tokens, int toolCalls) {

  /** Nothing. */
  public static final Spending NONE = new Spending(BigDecimal.ZERO, 0, 0);

  /** Returns the sum. */
  public Spending plus(Spending more) {
    return new Spending(usd.add(more.usd), tokens + more.tokens, toolCalls + more.toolCalls);
  }
}
