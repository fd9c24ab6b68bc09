package dev.reprise.execution;

import dev.reprise.queue.row.Claim;
import java.util.function.Predicate;

/** A claim on a run for a limited time, as its holder sees it; any thread may renew it. */
public final class Lease {

  private final Claim claim;
  private final LeaseClock clock;
  private final Predicate<Claim> renewal;

  private volatile LeaseClock.Moment confirmed;

  /**
   * Creates a lease that was just granted.
   *
   * @param renewal extends the lease; false if another server holds the run
   * @param asked read before the claim was requested
   */
  public Lease(Claim claim, LeaseClock clock, Predicate<Claim> renewal, LeaseClock.Moment asked) {
    this.claim = claim;
    this.clock = clock;
    this.renewal = renewal;
    this.confirmed = asked;
  }

  public Claim claim() {
    return claim;
  }

  /** Returns whether this server certainly holds the run, by the clock alone. */
  boolean isCertain() {
    return clock.isCertain(confirmed);
  }

  /** Returns whether it is time to renew the lease. */
  public boolean isDue() {
    return clock.isDue(confirmed);
  }

  /**
   * Extends the lease.
   *
   * @return false if another server holds the run
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database does not answer
   */
  public boolean renew() {
    LeaseClock.Moment asked = clock.now(); // read before the statement, which may take long
    boolean held = renewal.test(claim);
    if (held) {
      confirmed = asked;
    }
    return held;
  }
}
