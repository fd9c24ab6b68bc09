package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;

/** Claims whose holders died: found by the lease that nobody renewed, and taken away. */
@ApplicationScoped
public class LostClaims {

  @Inject RunTable table;

  /**
   * Ends the leases of this server's earlier starts, which are dead for certain.
   *
   * @param server the server's name
   * @param owner its present start
   */
  @Transactional
  public int expireEarlierStarts(String server, String owner) {
    return table.update(Statements.EXPIRE_EARLIER_STARTS, server.length() + 1, server + "#", owner);
  }

  /** Returns the claims whose lease ran out. */
  @Transactional
  public List<Claim> expired() {
    return table.rows(Statements.EXPIRED).map(Claim::of).toList();
  }

  /**
   * Queues a run again whose holder let its lease run out.
   *
   * @return false if someone else was faster
   */
  @Transactional
  public boolean requeue(Claim claim) {
    return table.moves(Statements.REQUEUE_EXPIRED, claim.run().toString(), claim.epoch());
  }
}
