package dev.reprise.artifact;

import java.time.Instant;
import java.util.Optional;

/** When an artifact was made and called. */
public record Usage(Instant createdAt, Optional<Instant> lastUsedAt, long calls) {

  Usage called(Instant at) {
    return new Usage(createdAt, Optional.of(at), calls + 1);
  }

  /** Returns when it was last called, or when it was made. */
  public Instant idleSince() {
    return lastUsedAt.orElse(createdAt);
  }
}
