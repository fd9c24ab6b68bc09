package dev.reprise.execution.tool;

import org.assertj.core.api.SoftAssertions;

/**
 * What something may cost: what it cost when this was last measured. More statements, round trips
 * or commits fail a test. More allocated bytes fail it beyond a tolerance, because they vary a
 * little with the version of the JDK.
 *
 * @param where the constant to change if the cost changes on purpose
 */
record CostBound(StepCost measured, String where) {

  /** Runs that are equal differ by one write, which is a hundredth of a step of a few hundred. */
  private static final double ONE_WRITE = 0.02;

  private static final double TOLERANCE = 1.05;

  /** Returns whether more bytes are allocated than may be. */
  boolean isExceeded(StepCost now) {
    return now.bytes() > measured.bytes() * TOLERANCE;
  }

  void check(String what, StepCost now) {
    var all = new SoftAssertions();
    checkCount(all, "statements of " + what, measured.statements(), now.statements());
    checkCount(all, "round trips of " + what, measured.roundTrips(), now.roundTrips());
    checkCount(all, "commits of " + what, measured.commits(), now.commits());
    check(all, "bytes allocated by " + what, measured.bytes(), now.bytes(), TOLERANCE);
    all.assertAll();
  }

  private void checkCount(SoftAssertions all, String counter, double before, double now) {
    check(all, counter, before, now, 1 + ONE_WRITE / before);
  }

  private void check(
      SoftAssertions all, String counter, double before, double now, double tolerance) {
    all.assertThat(now)
        .as(
            "the %s have grown from %,.2f to %,.2f; the bound is set in %s",
            counter, before, now, where)
        .isLessThanOrEqualTo(before * tolerance);
  }
}
