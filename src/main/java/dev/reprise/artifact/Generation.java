package dev.reprise.artifact;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One version of an artifact's code.
 *
 * @param origin how it came about
 * @param parent the generation before, if there is one
 * @param checksum of the program when it was written
 * @param fingerprint of the contract that it was written for
 */
public record Generation(
    Origin origin, Optional<UUID> parent, Program program, String checksum, String fingerprint) {

  /** Why code was written. */
  public enum Trigger {
    /** There was none that could be used. */
    GENERATED,
    /** It failed, or its contract changed; the new code is based on the old. */
    REPAIRED,
    /** Repairs were exhausted; the new code is not based on the old. */
    REGENERATED,
    /** A person brought it. */
    IMPORTED
  }

  /**
   * How a generation came about.
   *
   * @param id of the generation
   */
  public record Origin(UUID id, Trigger trigger, Instant at, Provenance provenance) {}

  /** Returns a generation of newly written code. */
  static Generation of(Origin origin, Optional<UUID> parent, Contract contract, Program program) {
    return new Generation(origin, parent, program, program.checksum(), contract.fingerprint());
  }

  /** Returns the same code, as if it had been written for a contract. */
  Generation adoptedFor(Contract contract) {
    return new Generation(origin, parent, program, checksum, contract.fingerprint());
  }

  /** Returns whether the program is what was written. */
  public boolean isIntact() {
    return program.checksum().equals(checksum);
  }
}
