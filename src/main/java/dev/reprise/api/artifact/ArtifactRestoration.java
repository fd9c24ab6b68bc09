package dev.reprise.api.artifact;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.store.ArtifactChange;
import dev.reprise.artifact.store.ArtifactHistory;
import dev.reprise.artifact.store.ArtifactStore;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/** Undoes decisions about artifacts. */
@RequestScoped
class ArtifactRestoration {

  private final CallerArtifacts artifacts;
  private final ArtifactHistory history;
  private final ArtifactStore store;

  @Inject
  ArtifactRestoration(CallerArtifacts artifacts, ArtifactHistory history, ArtifactStore store) {
    this.artifacts = artifacts;
    this.history = history;
    this.store = store;
  }

  /**
   * Restores an artifact as it was before a decision.
   *
   * @throws ProblemException if there is no such decision, nothing was there before it, or what was
   *     kept cannot be read or has a wrong seal
   */
  Artifact of(ArtifactKey key, IfMatch condition, RestoreRequest request) {
    Artifact restored =
        before(key, request).restored(artifacts.admin(), request.reason(), artifacts.now());
    return artifacts
        .decide(key, condition, "restored", request.reason(), stored -> Optional.of(restored))
        .orElseThrow();
  }

  private Artifact before(ArtifactKey key, RestoreRequest request) {
    Optional<UUID> change =
        request.change() == null
            ? history.changes(key).stream().map(ArtifactChange::id).findFirst()
            : Optional.of(request.change());
    try {
      Optional<Artifact> before =
          change.isPresent() ? store.before(key, change.get()) : Optional.empty();
      return before.orElseThrow(
          () ->
              nothing(
                  "There is no such decision about this tool, or there was no tool before it."));
    } catch (IllegalArgumentException e) {
      throw nothing("The document before this decision cannot be used: " + e.getMessage());
    }
  }

  private static ProblemException nothing(String why) {
    return new ProblemException(ProblemType.NOTHING_TO_RESTORE, why);
  }
}
