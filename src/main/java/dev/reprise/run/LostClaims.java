package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** Claims whose holders died: found by the lease that nobody renewed, and taken away. */
@ApplicationScoped
public class LostClaims {

  private RunTable table;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  LostClaims() {}

  @Inject
  LostClaims(RunTable table) {
    this.table = table;
  }

  /**
   * Ends the leases of this server's earlier starts, which are dead for certain.
   *
   * @param server the server's name
   * @param owner its present start
   */
  public int expireEarlierStarts(String server, String owner) {
    return table.update(Statements.EXPIRE_EARLIER_STARTS, server.length() + 1, server + "#", owner);
  }

  /** Returns the claims whose lease ran out. */
  public List<Claim> expired() {
    return table.rows(Statements.EXPIRED, Claim::read);
  }

  /**
   * Queues a run again whose holder let its lease run out.
   *
   * @return false if someone else was faster
   */
  public boolean requeue(Claim claim) {
    return table.moves(Statements.REQUEUE_EXPIRED, claim.run(), claim.epoch());
  }
}
