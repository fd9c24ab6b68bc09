package dev.reprise.agent.budget;

/** Sums of tokens, whose numbers other systems report. */
public final class TokenSum {

  private TokenSum() {}

  /** Returns a sum, or {@link Long#MAX_VALUE} if it is more. */
  public static long of(long one, long other) {
    return other > 0 && one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}
