package dev.reprise.run.decision;

import java.util.Optional;

/**
 * How the holders of a run have failed, as the run's row says. The row is needed before the record
 * is read, and for what no living holder can record.
 *
 * @param admissions how often servers claimed the run without, as far as is known, reading its
 *     record to the end
 * @param deaths how often servers died while they held the run
 * @param beside how many other runs the last holder held, if it died; empty if it released the run
 */
public record HolderFailures(int admissions, ProcessDeaths deaths, Optional<Integer> beside) {

  /** No failures. */
  public static final HolderFailures NONE =
      new HolderFailures(0, ProcessDeaths.NONE, Optional.empty());

  /** Returns whether the last holder of the run was lost. */
  public boolean isLost() {
    return beside.isPresent();
  }

  /**
   * Returns how many other runs may as well have caused the death of the last holder; empty if it
   * held no others, or did not die.
   */
  public Optional<Integer> otherSuspects() {
    return beside.filter(others -> others > 0);
  }

  /** Returns the number of deaths, if the run starts alone or is given up because of them. */
  public Optional<Integer> countedLosses() {
    return Optional.of(deaths.total()).filter(total -> total >= ProcessDeaths.ALONE);
  }

  /** Returns the number of claims after the next admission. */
  public int admissionsWithNext() {
    return otherSuspects().isPresent() ? Math.max(1, admissions) : admissions + 1;
  }
}
