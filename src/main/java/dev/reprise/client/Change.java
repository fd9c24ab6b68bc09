package dev.reprise.client;

import dev.reprise.client.http.IdempotencyKey;
import java.util.Optional;

/**
 * What goes with each request that changes something.
 *
 * @param reason for the record
 */
public record Change(IdempotencyKey key, Optional<String> reason) {

  /** Returns a change without a reason, under a key of its own. */
  public static Change unexplained() {
    return new Change(IdempotencyKey.random(), Optional.empty());
  }

  /** Returns a change with a reason, under a key of its own. */
  public static Change because(String reason) {
    return new Change(IdempotencyKey.random(), Optional.of(reason));
  }
}
