package dev.reprise.model.price;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/**
 * What a provider asks for the tokens of a model, in US dollars per million.
 *
 * @param provider by which agents choose it
 * @param model its name there, or how its name begins and then {@code *}
 * @param maxInputTokens how many tokens a call reads at most to be charged so; empty for any number
 * @param input tokens read
 * @param output tokens written
 * @param cacheRead tokens read out of the provider's cache
 * @param cacheWrite tokens read that go into it
 * @param date of which day it is
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

  /** Returns whether a call is charged so. */
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

  /** Returns what so many tokens cost. */
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
