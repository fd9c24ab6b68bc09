package dev.reprise.api.artifact;

import dev.reprise.artifact.Artifact;
import jakarta.ws.rs.core.EntityTag;

/**
 * The ETag of a generated tool, which changes with its code and its stage, and not with each call.
 */
final class ArtifactTag {

  private ArtifactTag() {}

  static EntityTag of(Artifact artifact) {
    return new EntityTag(
        "%s-%s-%d"
            .formatted(
                artifact.current().origin().id(),
                artifact.standing().stage(),
                artifact.standing().since().toEpochMilli()));
  }
}
