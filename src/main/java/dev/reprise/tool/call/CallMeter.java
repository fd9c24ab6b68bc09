package dev.reprise.tool.call;

import dev.reprise.agent.Cost;
import dev.reprise.tool.CallProgress;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;

/** Adds up what a tool reports that a call did cost, and passes all reports on. */
final class CallMeter implements CallProgress {

  /** In US dollars. A report of more is a mistake of the tool. */
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  private static final int SCALE = 6;

  private final CallProgress heard;
  private BigDecimal sum = BigDecimal.ZERO;

  CallMeter(CallProgress heard) {
    this.heard = heard;
  }

  @Override
  public void report(double done, OptionalDouble total, String message) {
    heard.report(done, total, message);
  }

  @Override
  public synchronized void cost(BigDecimal usd) {
    if (usd.signum() > 0 && usd.compareTo(MOST) <= 0) {
      sum = sum.add(usd.setScale(SCALE, RoundingMode.UP));
      heard.cost(usd);
    }
  }

  /** Returns the sum in US dollars; empty if the tool reported nothing. */
  synchronized Optional<BigDecimal> usd() {
    return Optional.of(Cost.shortest(sum)).filter(it -> it.signum() > 0);
  }
}
