package dev.reprise.resilience;

/**
 * Keeps this server from beginning anything for a run that another server may have taken over while
 * this one stood still.
 *
 * <p>It is checked directly before each call of a model or a tool, and again where a connection
 * stands and nothing has been sent. Where the run is this server's for certain, that is a look at
 * the clock. What remains is a pause between the check and what follows it; for that, the other
 * side is told the {@link #token}.
 */
public interface Fence {

  /** That of calls which no run makes. */
  Fence OPEN =
      new Fence() {
        @Override
        public long token() {
          return 0;
        }

        @Override
        public void check() {
          // nobody can take such a call over
        }
      };

  /**
   * Returns the fencing token: the epoch of the run's holder, higher each time the run changes
   * hands. Of two requests with the same idempotency key, one that comes with a lower token than
   * the highest seen comes from a server that has lost the run.
   */
  long token();

  /**
   * Returns if the run is this server's for certain, which the database is asked where it is too
   * long ago that it said so.
   *
   * @throws FaultException of the class {@link FailureClass#LEASE_UNCONFIRMED} if it is not; then
   *     nothing may be begun
   */
  void check() throws FaultException;
}
