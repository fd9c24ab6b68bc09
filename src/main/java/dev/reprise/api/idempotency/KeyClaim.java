package dev.reprise.api.idempotency;

import java.util.UUID;

/** What a request finds under its key. */
sealed interface KeyClaim {

  /**
   * The request is to be carried out.
   *
   * @param created the id of what it creates
   * @param repeated whether an earlier request with the key may have been carried out, because its
   *     server was lost or did not learn the outcome
   */
  record First(UUID created, boolean repeated) implements KeyClaim {}

  /** The request was carried out. */
  record Done(StoredResponse response) implements KeyClaim {}

  /** A request with this key is being carried out. */
  record InFlight() implements KeyClaim {}

  /** The key was used by another caller, or for another request. */
  record Mismatch() implements KeyClaim {}
}
