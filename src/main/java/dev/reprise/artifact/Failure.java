package dev.reprise.artifact;

import dev.reprise.resilience.FailureClass;
import java.time.Instant;

/**
 * A call that failed.
 *
 * @param kind {@code INTRINSIC}, {@code ADAPTIVE} or {@code EXTRINSIC}
 * @param reason in words
 */
public record Failure(FailureClass kind, String reason, Instant at) {

  public Failure {
    switch (kind) {
      case INTRINSIC, ADAPTIVE, EXTRINSIC -> {}
      default ->
          throw new IllegalArgumentException("%s is no failure of an artifact".formatted(kind));
    }
  }

  /** Returns whether it says anything about the code. */
  public boolean isOfCode() {
    return kind != FailureClass.EXTRINSIC;
  }
}
