package dev.reprise.run;

import java.util.UUID;

/**
 * The right to carry a run on: its epoch is in every write, and the database refuses a stale one.
 *
 * @param epoch the fencing token, higher at every claim
 */
public record Claim(UUID run, long epoch) {

  /** Reads a claim from a row that begins with id and epoch. */
  static Claim of(Object[] row) {
    return new Claim(UUID.fromString((String) row[0]), ((Number) row[1]).longValue());
  }
}
