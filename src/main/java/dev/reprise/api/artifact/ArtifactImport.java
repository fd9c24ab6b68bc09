package dev.reprise.api.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.program.ContractCheck;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Takes the document of an artifact: its contract and its newest program, and no trust. */
@RequestScoped
class ArtifactImport {

  private final CallerArtifacts artifacts;

  @Inject
  ArtifactImport(CallerArtifacts artifacts) {
    this.artifacts = artifacts;
  }

  /**
   * Imports a document as the newest generation, or as the first.
   *
   * @throws ProblemException if the document is not that of an artifact of this role and method
   */
  Artifact of(ArtifactKey key, IfMatch condition, JsonNode document) {
    Artifact brought = read(document);
    if (!brought.key().role().equals(key.role()) || !brought.key().method().equals(key.method())) {
      throw invalid(
          List.of(new FieldError("key", "must have the role and the method of the address")));
    }
    Optional<DocumentError> problem = ContractCheck.problem(brought.contract());
    if (problem.isPresent()) {
      throw invalid(List.of(FieldError.of(problem.get())));
    }
    Generation code = brought.current();
    var origin =
        new Generation.Origin(
            UUID.randomUUID(),
            Trigger.IMPORTED,
            Optional.empty(),
            artifacts.now(),
            code.origin().provenance());
    return artifacts
        .decide(
            key,
            condition,
            "imported",
            "a document was brought",
            stored ->
                Optional.of(
                    stored
                        .map(it -> it.written(brought.contract(), code.program(), origin))
                        .orElseGet(
                            () -> Artifact.first(key, brought.contract(), code.program(), origin))))
        .orElseThrow();
  }

  private static Artifact read(JsonNode document) {
    try {
      return ArtifactJson.read(document);
    } catch (InvalidDocumentException e) {
      throw invalid(e.problems().stream().map(FieldError::of).toList());
    } catch (IllegalArgumentException e) {
      throw invalid(List.of(new FieldError("", String.valueOf(e.getMessage()))));
    }
  }

  private static ProblemException invalid(List<FieldError> errors) {
    return ProblemException.of(ProblemType.INVALID_ARTIFACT, errors);
  }
}
