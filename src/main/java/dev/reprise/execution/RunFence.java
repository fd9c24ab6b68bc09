package dev.reprise.execution;

import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import java.time.Duration;

/**
 * The fence of a run that this server holds. If the lease is no longer certain, the fence renews
 * it; if another server has taken the run over, the run stops here.
 *
 * <p>An action that the fence prevents is an ordinary failure. It is recorded like any other if
 * this server still holds the run; otherwise the database refuses it.
 */
record RunFence(ActiveRun run) implements Fence {

  private static final Duration BEFORE_THE_NEXT = Duration.ofSeconds(1);

  /** After a long pause, the first database connection that is used is likely to be dead. */
  private static final int TRIES = 3;

  @Override
  public long token() {
    return run.claim().epoch();
  }

  @Override
  public void check() throws FaultException {
    for (int tries = 1; !run.isCertain(); tries++) {
      try {
        if (!run.renew()) {
          throw new FaultException(unconfirmed("another server has taken the run over"));
        }
        return;
      } catch (DatabaseException e) {
        if (tries == TRIES) {
          throw new FaultException(
              unconfirmed("its lease is too old to be sure of, and the database does not renew it"),
              e);
        }
      }
    }
  }

  private static Fault unconfirmed(String why) {
    return new Fault(FailureClass.LEASE_UNCONFIRMED, "nothing was started for the run: " + why)
        .retryAfter(BEFORE_THE_NEXT);
  }
}
