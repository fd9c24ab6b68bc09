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
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.program.ContractCheck;
import dev.reprise.artifact.program.ProgramCheck;
import dev.reprise.artifact.store.ArtifactChange;
import dev.reprise.artifact.store.ArtifactHistory;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Acts on artifacts that need more than the artifact itself. Tested by {@code ArtifactsIT}. */
@RequestScoped
class ArtifactActs {

  private final CallerArtifacts artifacts;
  private final ProgramCheck check;
  private final ArtifactHistory history;
  private final ArtifactStore store;

  @Inject
  ArtifactActs(
      CallerArtifacts artifacts, ProgramCheck check, ArtifactHistory history, ArtifactStore store) {
    this.artifacts = artifacts;
    this.check = check;
    this.history = history;
    this.store = store;
  }

  /**
   * Imports the contract and the newest program of a document, and no trust, as the newest
   * generation or as the first.
   *
   * @throws ProblemException if the document is not that of an artifact of this role and method
   */
  Artifact take(ArtifactKey key, IfMatch condition, JsonNode document) {
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

  /**
   * Brings an artifact to its next stage. Code that does not pass its checks stays staged.
   *
   * @throws ProblemException if there is none, no stage comes next, its code does not pass its
   *     checks, or it is changed meanwhile
   */
  Artifact promote(ArtifactKey key, IfMatch condition, String reason) {
    Artifact seen = artifacts.find(key);
    if (seen.standing().stage().next().isEmpty()) {
      throw refused(
          "It is %s, after which no stage comes; a quarantined one must be blessed first, an archived one restored."
              .formatted(seen.standing().stage()));
    }
    if (seen.standing().stage() == Stage.STAGED) {
      problem(seen)
          .ifPresent(
              it -> {
                throw refused("Its code does not pass its checks: " + it);
              });
    }
    return artifacts.change(
        key,
        condition,
        "promoted",
        reason,
        (it, by, why, at) -> {
          if (!it.current().equals(seen.current()) || !it.standing().equals(seen.standing())) {
            throw refused("Its code or its stage has changed meanwhile; look at it again.");
          }
          return it.promoted(by, why, at);
        });
  }

  private Optional<String> problem(Artifact artifact) {
    try {
      return check.problem(
          artifact.current().program(), artifact.contract(), artifact.key().tenant());
    } catch (ToolException e) {
      return Optional.of(e.failure().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the check was interrupted");
    }
  }

  private static ProblemException refused(String why) {
    return new ProblemException(ProblemType.ARTIFACT_NOT_PROMOTABLE, why);
  }

  /**
   * Restores an artifact as it was before a decision.
   *
   * @throws ProblemException if there is no such decision, nothing was there before it, or what was
   *     kept cannot be read or has a wrong seal
   */
  Artifact restore(ArtifactKey key, IfMatch condition, RestoreRequest request) {
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
