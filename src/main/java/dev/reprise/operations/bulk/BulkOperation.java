package dev.reprise.operations.bulk;

import dev.reprise.run.Requester;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An act on many runs, which a server carries out run by run.
 *
 * @param order what is done, and for whom
 */
public record BulkOperation(
    UUID id, String tenant, Order order, BulkStatus status, Counts counts, Times times) {

  /**
   * What is done.
   *
   * @param filter which runs were meant, as JSON
   * @param by on whose behalf, with the rights that this person had
   * @param key the API key that this person used, which must be accepted until the end
   */
  public record Order(
      BulkAct act, String filter, Optional<String> reason, Requester by, Optional<UUID> key) {}

  /** How many runs it has, and on how many of them the act was done or refused. */
  public record Counts(int total, int succeeded, int failed) {}

  public record Times(Instant createdAt, Optional<Instant> startedAt, Optional<Instant> endedAt) {}
}
