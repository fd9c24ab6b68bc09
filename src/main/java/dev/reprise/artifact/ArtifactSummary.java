package dev.reprise.artifact;

import java.time.Instant;

/**
 * What agents are told of an artifact, and what decides its rank.
 *
 * @param failures for which the code was to blame or had to change
 * @param idleSince when it was last called, or when it was made
 */
public record ArtifactSummary(
    ArtifactKey key,
    Stage stage,
    String purpose,
    long successes,
    long failures,
    Instant idleSince) {

  /**
   * Returns how likely a call is to succeed, from 0 to 1: one success and one failure are added to
   * the counts, so that a tool without calls is at 0.5.
   */
  public double successRate() {
    return (successes + 1.0) / (successes + failures + 2.0);
  }
}
