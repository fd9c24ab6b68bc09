package dev.reprise.artifact;

import java.util.Optional;
import java.util.UUID;

/**
 * Where code comes from, as far as it is known. No decision depends on the model and the prompt, so
 * a changed prompt makes no artifact stale.
 *
 * @param agent that had it written, and to which it belongs until a person promotes it
 * @param run that wrote it
 * @param model that wrote it
 * @param promptVersion of the prompt that asked for it
 */
public record Provenance(
    Optional<String> agent,
    Optional<UUID> run,
    Optional<String> model,
    Optional<String> promptVersion) {

  /** Nothing is known. */
  public static final Provenance UNKNOWN =
      new Provenance(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
