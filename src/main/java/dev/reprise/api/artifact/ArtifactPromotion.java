package dev.reprise.api.artifact;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.program.ProgramCheck;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Brings artifacts to their next stages. Code that does not pass its checks stays staged. */
@RequestScoped
class ArtifactPromotion {

  private final CallerArtifacts artifacts;
  private final ProgramCheck check;

  @Inject
  ArtifactPromotion(CallerArtifacts artifacts, ProgramCheck check) {
    this.artifacts = artifacts;
    this.check = check;
  }

  /**
   * Promotes an artifact.
   *
   * @throws ProblemException if there is none, no stage comes next, its code does not pass its
   *     checks, or it is changed meanwhile
   */
  Artifact of(ArtifactKey key, IfMatch condition, String reason) {
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
}
