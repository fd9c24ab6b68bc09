package dev.reprise.api.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.store.ArtifactChange;
import dev.reprise.artifact.store.ArtifactHistory;
import dev.reprise.artifact.store.ArtifactJson;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Optional;

/** Undoes decisions about artifacts. */
@RequestScoped
class ArtifactRestoration {

  private final CallerArtifacts artifacts;
  private final ArtifactHistory history;

  @Inject
  ArtifactRestoration(CallerArtifacts artifacts, ArtifactHistory history) {
    this.artifacts = artifacts;
    this.history = history;
  }

  /**
   * Restores an artifact as it was before a decision.
   *
   * @throws ProblemException if there is no such decision, or nothing was there before it
   */
  ArtifactDetail of(ArtifactKey key, RestoreRequest request) throws SQLException {
    JsonNode before =
        history.changes(key).stream()
            .filter(it -> request.change() == null || it.id().equals(request.change()))
            .findFirst()
            .flatMap(ArtifactChange::before)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.NOTHING_TO_RESTORE,
                        "There is no such decision about this tool, or there was no tool before it."));
    Artifact restored = read(before).restored(artifacts.admin(), request.reason(), artifacts.now());
    return artifacts.detail(
        artifacts
            .decide(key, "restored", request.reason(), stored -> Optional.of(restored))
            .orElseThrow());
  }

  private static Artifact read(JsonNode document) {
    try {
      return ArtifactJson.read(document);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemType.NOTHING_TO_RESTORE,
          "The document before this decision cannot be read: " + e.getMessage());
    }
  }
}
