package dev.reprise.tool.policy;

import dev.reprise.agent.CallEstimate.Verdict;
import dev.reprise.agent.Cost;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import java.math.BigDecimal;

/**
 * From which cost, and for how many items, a person is told or asked about a call.
 *
 * @param noticeFrom in USD, at least 0
 * @param askFrom in USD, at least {@code noticeFrom}
 * @param batchItems the most items that a call may be for without approval, at least 1
 * @param asksWithoutPrice whether a person is asked about each call of a model that has no price
 */
public record CostLimits(
    BigDecimal noticeFrom, BigDecimal askFrom, int batchItems, boolean asksWithoutPrice) {

  /** Told from 0.10 USD, asked from 0.50 USD, for more than 50 items, or without a price. */
  public static final CostLimits DEFAULT =
      new CostLimits(new BigDecimal("0.10"), new BigDecimal("0.50"), 50, true);

  /**
   * @throws IllegalArgumentException if a limit is out of bounds; says what is allowed
   */
  public CostLimits {
    if (noticeFrom.signum() < 0 || askFrom.compareTo(noticeFrom) < 0) {
      throw new IllegalArgumentException(
          "notice-from must be at least 0 and ask-from at least that, not %s and %s"
              .formatted(noticeFrom, askFrom));
    }
    if (batchItems < 1) {
      throw new IllegalArgumentException("batch-items must be at least 1, not " + batchItems);
    }
  }

  /** Returns what a cost means for a call. */
  Verdict verdict(ExpectedCost cost) {
    if (!cost.isComparable() || cost.amount().compareTo(askFrom) >= 0) {
      return Verdict.ASKED;
    }
    return cost.amount().compareTo(noticeFrom) < 0 ? Verdict.PASSED : Verdict.NOTICE;
  }

  /** Returns why a call of this cost needs approval, in words for a person. */
  Explained why(ExpectedCost cost) {
    String sentence =
        "It is expected to cost %s %s, and %s %s or more %s."
            .formatted(
                cost.amount().toPlainString(),
                cost.currency(),
                askFrom.toPlainString(),
                Cost.CURRENCY,
                cost.isComparable()
                    ? "needs approval"
                    : "needs approval, with which it cannot be compared");
    return new Explained(
        sentence,
        Code.COST_NEEDS_APPROVAL
            .with("needed", cost.amount())
            .with("currency", cost.currency())
            .with("limit", askFrom));
  }
}
