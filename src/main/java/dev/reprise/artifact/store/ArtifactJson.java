package dev.reprise.artifact.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Program;
import dev.reprise.platform.Json;

/** The JSON form of an artifact, which is stored and exported. */
public final class ArtifactJson {

  /** Only the components of records are members; their other methods derive from them. */
  private static final ObjectMapper MAPPER =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE);

  private ArtifactJson() {}

  /** Returns the document of an artifact. */
  public static JsonNode write(Artifact artifact) {
    return MAPPER.valueToTree(artifact);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if it is not the document of an artifact, or its code is not
   *     what was written; the message says why
   */
  public static Artifact read(JsonNode document) {
    try {
      Artifact artifact = MAPPER.treeToValue(document, Artifact.class);
      artifact.generations().forEach(ArtifactJson::check);
      return artifact;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an artifact: " + e.getOriginalMessage(), e);
    }
  }

  private static void check(Generation generation) {
    if (generation.program().schemaVersion() != Program.SCHEMA_VERSION) {
      throw new IllegalArgumentException(
          "its schema version is %d, not %d"
              .formatted(generation.program().schemaVersion(), Program.SCHEMA_VERSION));
    }
    if (!generation.isIntact()) {
      throw new IllegalArgumentException(
          "the checksum of generation %s is wrong".formatted(generation.origin().id()));
    }
  }
}
