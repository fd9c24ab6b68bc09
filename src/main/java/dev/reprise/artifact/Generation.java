package dev.reprise.artifact;

import java.time.Instant;
import java.util.Locale;
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
    /** There was code, which was not repaired; the new code is not based on it. */
    REGENERATED,
    /** A person brought it. */
    IMPORTED
  }

  /**
   * How a generation came about.
   *
   * @param id of the generation
   * @param cause what was wrong with the code before; empty if a person brought the code, or it was
   *     written before causes were kept
   */
  public record Origin(
      UUID id,
      Trigger trigger,
      Optional<Selection.Reason> cause,
      Instant at,
      Provenance provenance) {

    /** Returns the trigger and its cause in a word, such as {@code repair:degraded}. */
    public String word() {
      return switch (trigger) {
        case GENERATED -> "initial_forge";
        case REPAIRED -> "repair" + ofCause();
        case REGENERATED -> "regenerate" + ofCause();
        case IMPORTED -> "import";
      };
    }

    private String ofCause() {
      return cause.map(it -> ":" + it.name().toLowerCase(Locale.ROOT)).orElse("");
    }
  }

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
