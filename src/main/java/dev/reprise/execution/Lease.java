package dev.reprise.execution;

import dev.reprise.run.Claim;
import java.util.function.Predicate;

/** A claim on a run for a while, as its holder sees it; any thread may renew it. */
public final class Lease {

  private final Claim claim;
  private final LeaseClock clock;
  private final Predicate<Claim> renewal;

  private volatile LeaseClock.Moment confirmed;

  /**
   * A lease that was just given.
   *
   * @param renewal extends it; false if the run is held by someone else meanwhile
   * @param asked read before the claim was asked for
   */
  public Lease(Claim claim, LeaseClock clock, Predicate<Claim> renewal, LeaseClock.Moment asked) {
    this.claim = claim;
    this.clock = clock;
    this.renewal = renewal;
    this.confirmed = asked;
  }

  Claim claim() {
    return claim;
  }

  /** Returns whether the run is this server's for certain, by the clock alone. */
  boolean isCertain() {
    return clock.isCertain(confirmed);
  }

  /** Returns whether it is time to renew it. */
  boolean isDue() {
    return clock.isDue(confirmed);
  }

  /**
   * Extends it.
   *
   * @return false if the run is held by someone else
   * @throws dev.reprise.run.RunsUnavailableException if the database does not say
   */
  boolean renew() {
    LeaseClock.Moment asked = clock.now(); // not behind the statement, which may take its time
    boolean held = renewal.test(claim);
    if (held) {
      confirmed = asked;
    }
    return held;
  }
}
