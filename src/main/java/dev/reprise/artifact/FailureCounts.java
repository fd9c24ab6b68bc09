package dev.reprise.artifact;

import dev.reprise.resilience.FailureClass;

/** How many calls failed, by class. */
public record FailureCounts(long intrinsic, long adaptive, long extrinsic) {

  static final FailureCounts NONE = new FailureCounts(0, 0, 0);

  FailureCounts plus(Failure failure) {
    return new FailureCounts(
        intrinsic + one(failure, FailureClass.INTRINSIC),
        adaptive + one(failure, FailureClass.ADAPTIVE),
        extrinsic + one(failure, FailureClass.EXTRINSIC));
  }

  private static int one(Failure failure, FailureClass kind) {
    return failure.kind() == kind ? 1 : 0;
  }

  /** Returns those for which the code is to blame or must change. */
  public long ofCode() {
    return intrinsic + adaptive;
  }
}
