package dev.reprise.api.statistics;

import dev.reprise.agent.Cost;
import dev.reprise.statistics.Sums;
import java.math.BigDecimal;

/**
 * What runs did.
 *
 * @param submitted runs that were submitted, forks too
 * @param completed runs that completed
 * @param failed runs that failed, dead letters too; one that is retried may end again
 * @param cancelled runs that were cancelled
 * @param modelCalls calls of models
 * @param cachedTokens how many of the input tokens came from a provider's cache
 * @param cost what calls of models and tools cost, as far as prices are known
 * @param saved how much more they would have cost without the providers' caches; negative if
 *     writing to a cache cost more than reading from it saved
 */
public record SumsView(
    long submitted,
    long completed,
    long failed,
    long cancelled,
    long modelCalls,
    long inputTokens,
    long outputTokens,
    long cachedTokens,
    BigDecimal cost,
    BigDecimal saved,
    String currency) {

  static SumsView of(Sums sums) {
    return new SumsView(
        sums.submitted(),
        sums.completed(),
        sums.failed(),
        sums.cancelled(),
        sums.modelCalls(),
        sums.usage().inputTokens(),
        sums.usage().outputTokens(),
        sums.usage().cacheReadTokens(),
        Cost.shortest(sums.usd()),
        Cost.shortest(sums.savedUsd()),
        Cost.CURRENCY);
  }
}
