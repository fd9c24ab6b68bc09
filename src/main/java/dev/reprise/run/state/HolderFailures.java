package dev.reprise.run.state;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What befell the holders of a run since one of them last let it go or took a step forward with it,
 * as its row has it: for what happens before the record is read, and for what no holder lives to
 * record.
 *
 * @param admissions how often it was taken on without its record having been read to the end, as
 *     far as is known
 * @param losses how many servers in a row ended with it in hand
 * @param beside how many other runs the last of them had in hand; 0 once the run is taken on again
 */
public record HolderFailures(int admissions, int losses, int beside) {

  /** Nothing befell them. */
  public static final HolderFailures NONE = new HolderFailures(0, 0, 0);

  /**
   * A run with which so many servers ended in a row is a suspect. Servers end for many reasons, and
   * once is no reason to have what they had in hand go on little by little.
   */
  public static final int SUSPECT = 2;

  /** A suspect with which so many ended goes on apart from all others. */
  public static final int PRIME_SUSPECT = 3;

  public static HolderFailures read(ResultSet row) throws SQLException {
    return new HolderFailures(row.getInt("admissions"), row.getInt("losses"), row.getInt("beside"));
  }

  /** Returns whether servers have ended with the run in hand, and it has not moved on since. */
  public boolean hasLosses() {
    return losses > 0;
  }

  /**
   * Returns how many other runs may as well have ended the server that had this one in hand; empty
   * if its end is held against this one. It is held against a prime suspect, because no other
   * suspect was in hand with it.
   */
  public Optional<Integer> spared() {
    return losses <= PRIME_SUSPECT && beside > 0 ? Optional.of(beside) : Optional.empty();
  }

  /** Returns how many servers ended with the run, if that is held against it. */
  public Optional<Integer> held() {
    return losses > PRIME_SUSPECT ? Optional.of(losses) : Optional.empty();
  }

  /** Returns how often the run has been taken on behind the next admission. */
  public int admissionsWithNext() {
    return spared().isPresent() ? Math.max(1, admissions) : admissions + 1;
  }
}
