package dev.reprise.run.state;

import java.util.Optional;

/**
 * How the holders of a run have failed since one of them last released it or took a step forward,
 * as the run's row says. The row is needed before the record is read, and for what no living holder
 * can record.
 *
 * @param admissions how often servers claimed the run without, as far as is known, reading its
 *     record to the end
 * @param losses how many servers in a row were lost while they held the run
 * @param beside how many other runs the last of these servers held; 0 once the run is claimed again
 */
public record HolderFailures(int admissions, int losses, int beside) {

  /** No failures. */
  public static final HolderFailures NONE = new HolderFailures(0, 0, 0);

  /**
   * A run is a suspect if at least this many servers in a row were lost while they held it. Servers
   * are lost for many reasons, so one loss does not justify that the server's runs continue only a
   * few at a time.
   */
  public static final int SUSPECT = 2;

  /** A suspect with at least this many losses continues apart from all other runs. */
  public static final int PRIME_SUSPECT = 3;

  /**
   * Returns whether servers were lost while they held the run, and it has made no progress since.
   */
  public boolean hasLosses() {
    return losses > 0;
  }

  /**
   * Returns how many other runs may as well have caused the loss of the server that held this one.
   * It is empty if the loss counts against this run. A loss counts against a prime suspect, because
   * no other suspect ran beside it.
   */
  public Optional<Integer> otherSuspects() {
    return losses <= PRIME_SUSPECT && beside > 0 ? Optional.of(beside) : Optional.empty();
  }

  /** Returns the number of losses, if they count against the run. */
  public Optional<Integer> countedLosses() {
    return losses > PRIME_SUSPECT ? Optional.of(losses) : Optional.empty();
  }

  /** Returns the number of claims after the next admission. */
  public int admissionsWithNext() {
    return otherSuspects().isPresent() ? Math.max(1, admissions) : admissions + 1;
  }
}
