package dev.reprise.batch;

import java.time.Instant;
import java.util.Optional;

/**
 * What a person did with a batch.
 *
 * @param kind what
 * @param by the person's name
 * @param reason as the person gave it; may be empty
 * @param seen the only version of the batch on which this person acts; empty for any, and in acts
 *     that were stored
 */
public record BatchAct(
    BatchActKind kind, String by, String reason, Instant at, Optional<Batch.Version> seen) {

  /** Creates an act on any version. */
  public BatchAct(BatchActKind kind, String by, String reason, Instant at) {
    this(kind, by, reason, at, Optional.empty());
  }

  /** Returns this act, on a version of the batch alone. */
  public BatchAct onlyAt(Optional<Batch.Version> version) {
    return new BatchAct(kind, by, reason, at, version);
  }
}
