package dev.reprise.run.retention;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long runs are kept behind their end. The first limit that a run is beyond lets it go; without
 * a limit it is kept for ever.
 *
 * @param age since the run's end, positive
 * @param count how many of an agent's newest ended runs in a tenant, at least 0
 * @param bytes how much the records of an agent's newest ended runs in a tenant hold together, at
 *     least 0
 */
public record RetentionLimits(Optional<Duration> age, Optional<Long> count, Optional<Long> bytes) {

  static final RetentionLimits FOREVER =
      new RetentionLimits(Optional.empty(), Optional.empty(), Optional.empty());

  /** What a run is beyond. */
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
