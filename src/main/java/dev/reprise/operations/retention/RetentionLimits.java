package dev.reprise.operations.retention;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits for keeping runs after their end. A run is erased as soon as it exceeds one limit;
 * without a limit, it is kept forever.
 *
 * @param age the maximum time since the run's end, positive
 * @param count the maximum number of an agent's newest ended runs in a tenant, at least 0
 * @param bytes the maximum total size of the records of an agent's newest ended runs in a tenant,
 *     at least 0
 */
public record RetentionLimits(Optional<Duration> age, Optional<Long> count, Optional<Long> bytes) {

  static final RetentionLimits FOREVER =
      new RetentionLimits(Optional.empty(), Optional.empty(), Optional.empty());

  /** The limit that a run exceeds. */
  public enum Limit {
    AGE,
    COUNT,
    BYTES
  }

  @Override
  public String toString() {
    String limits =
        Stream.of(
                age.map(limit -> "age " + limit),
                count.map(limit -> "count " + limit),
                bytes.map(limit -> "bytes " + limit))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return limits.isEmpty() ? "forever" : limits;
  }
}
