package dev.reprise.api.artifact;

import dev.reprise.artifact.Failure;
import dev.reprise.artifact.Fitness;
import java.time.Instant;
import java.util.Optional;

/**
 * How well a generated tool works.
 *
 * @param intrinsic failures for which the code was to blame
 * @param adaptive failures because what the code uses had changed
 * @param extrinsic failures of something that the code uses; they lower nothing
 * @param recentFailureRate of the last ten calls of the current code, from 0 to 1
 * @param repairs since the code was last rewritten
 */
public record FitnessView(
    long successes,
    long intrinsic,
    long adaptive,
    long extrinsic,
    double recentFailureRate,
    int repairs,
    Optional<LastFailure> lastFailure) {

  /**
   * The last failure of any class.
   *
   * @param kind {@code intrinsic}, {@code adaptive} or {@code extrinsic}
   */
  public record LastFailure(String kind, String reason, Instant at) {

    private static LastFailure of(Failure failure) {
      return new LastFailure(failure.kind().code(), failure.reason(), failure.at());
    }
  }

  static FitnessView of(Fitness fitness) {
    return new FitnessView(
        fitness.successes(),
        fitness.failures().intrinsic(),
        fitness.failures().adaptive(),
        fitness.failures().extrinsic(),
        fitness.recentFailureRate(),
        fitness.repairs(),
        fitness.lastFailure().map(LastFailure::of));
  }
}
