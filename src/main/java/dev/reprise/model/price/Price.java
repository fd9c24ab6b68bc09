package dev.reprise.model.price;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The price of a model's tokens, in US dollars per million.
 *
 * @param provider the provider's name in agents' documents, or the name of a kind of providers
 * @param model the model's name, or the start of names followed by {@code *}
 * @param maxInputTokens the maximum of input tokens of a call at this price; empty for no maximum
 * @param input tokens read
 * @param output tokens written
 * @param cacheRead tokens read from the provider's cache
 * @param cacheWrite tokens read and written to the provider's cache
 * @param date the day of the price
 */
record Price(
    String provider,
    String model,
    Optional<Long> maxInputTokens,
    BigDecimal input,
    BigDecimal output,
    BigDecimal cacheRead,
    BigDecimal cacheWrite,
    LocalDate date) {

  private static final int DIGITS_OF_A_MILLION = 6;

  /** Returns the price of all models of a provider that charges nothing. */
  static Price free(String provider, LocalDate date) {
    return new Price(
        provider,
        "*",
        Optional.empty(),
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        date);
  }

  /** Returns whether this is the price of a call. */
  boolean isOf(ModelId called, Usage usage) {
    return called.provider().equals(provider)
        && isNamed(called.name())
        && maxInputTokens.filter(most -> usage.inputTokens() > most).isEmpty();
  }

  private boolean isNamed(String name) {
    return model.endsWith("*")
        ? name.startsWith(model.substring(0, model.length() - 1))
        : name.equals(model);
  }

  /** Returns the cost of these tokens. */
  Cost of(Usage usage) {
    long uncached = usage.inputTokens() - usage.cacheReadTokens() - usage.cacheWriteTokens();
    BigDecimal millionfold =
        times(uncached, input)
            .add(times(usage.cacheReadTokens(), cacheRead))
            .add(times(usage.cacheWriteTokens(), cacheWrite))
            .add(times(usage.outputTokens(), output));
    return new Cost(millionfold.movePointLeft(DIGITS_OF_A_MILLION), Cost.CURRENCY, date);
  }

  private static BigDecimal times(long tokens, BigDecimal price) {
    return price.multiply(BigDecimal.valueOf(tokens));
  }
}
