package dev.reprise.artifact;

import java.util.Optional;
import java.util.UUID;

/**
 * Where code comes from, as far as it is known. It is for people: no decision depends on it, so a
 * changed prompt makes no artifact stale.
 *
 * @param run that had it written
 * @param model that wrote it
 * @param promptVersion of the prompt that asked for it
 */
public record Provenance(
    Optional<UUID> run, Optional<String> model, Optional<String> promptVersion) {

  /** Nothing is known. */
  public static final Provenance UNKNOWN =
      new Provenance(Optional.empty(), Optional.empty(), Optional.empty());
}
