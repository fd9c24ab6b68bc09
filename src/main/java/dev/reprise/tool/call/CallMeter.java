package dev.reprise.tool.call;

import dev.reprise.agent.Cost;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.tool.CallProgress;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Collects what a tool reports that is recorded: what a call did cost, and which generated code it
 * has run. Passes all other reports on.
 */
final class CallMeter implements CallProgress {

  /** In US dollars. A report of more is a mistake of the tool. */
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  private static final int SCALE = 6;

  private final CallProgress heard;
  private final List<CodeRun> runs = new ArrayList<>();
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

  @Override
  public synchronized void ran(CodeRun code) {
    runs.add(code);
  }

  /** Returns which generated code has run, in order. */
  synchronized List<CodeRun> code() {
    return List.copyOf(runs);
  }

  /** Returns the sum in US dollars; empty if the tool reported nothing. */
  synchronized Optional<BigDecimal> usd() {
    return Optional.of(Cost.shortest(sum)).filter(it -> it.signum() > 0);
  }
}
