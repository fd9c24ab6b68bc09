package dev.reprise.resilience;

/**
 * Prevents this server from starting a call for a run that another server may have claimed while
 * this one was suspended.
 *
 * <p>It is checked directly before each call of a model or a tool, and again after a connection is
 * open and before anything is sent. If this server certainly holds the run, the check only reads
 * the clock. The server may still be suspended between the check and the call; for that, the other
 * side receives the {@link #token}.
 */
public interface Fence {

  /** The fence of calls outside of runs. */
  Fence OPEN =
      new Fence() {
        @Override
        public long token() {
          return 0;
        }

        @Override
        public void check() {
          // no other server can take over such a call
        }
      };

  /**
   * Returns the fencing token: the epoch of the run, which grows with each claim. Of two requests
   * with the same idempotency key, one with a lower token than the highest seen comes from a server
   * that has lost the run.
   */
  long token();

  /**
   * Returns normally if this server certainly holds the run. If the last confirmation is too old,
   * it asks the database.
   *
   * @throws FaultException of the class {@link FailureClass#LEASE_UNCONFIRMED} if not; then the
   *     caller must not start anything
   */
  void check() throws FaultException;
}
