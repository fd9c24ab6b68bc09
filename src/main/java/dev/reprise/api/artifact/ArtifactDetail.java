package dev.reprise.api.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A generated tool's method with its code.
 *
 * @param document which an import takes, on this server or another; its schema is {@code artifact}
 * @param changes from each generation to the next, the newest first
 */
public record ArtifactDetail(ArtifactView artifact, JsonNode document, List<CodeChange> changes) {

  public ArtifactDetail {
    changes = List.copyOf(changes);
  }
}
