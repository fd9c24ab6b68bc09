package dev.reprise.api.idempotency;

import jakarta.enterprise.context.RequestScoped;
import java.util.UUID;

/** The id of what the present request creates; the same one if the request is repeated. */
@RequestScoped
public class CreationId {

  private UUID id = UUID.randomUUID();
  private boolean repeated;

  void fix(KeyClaim.First claim) {
    id = claim.created();
    repeated = claim.repeated();
  }

  public UUID get() {
    return id;
  }

  /** Returns whether an earlier request may have created it. */
  public boolean isRepeated() {
    return repeated;
  }
}
