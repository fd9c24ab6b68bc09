package dev.reprise.artifact.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.Generation;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.InvalidDocumentException;
import java.util.List;
import java.util.stream.Stream;

/** The JSON form of an artifact, which is stored and exported. */
public final class ArtifactJson {

  /** Only the components of records are members; their other methods derive from them. */
  private static final ObjectMapper MAPPER =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE);

  private static final String CONTRACT = "contract";

  private ArtifactJson() {}

  /** Returns the document of an artifact. */
  public static JsonNode write(Artifact artifact) {
    return MAPPER.valueToTree(artifact);
  }

  /**
   * Reads a document.
   *
   * @throws InvalidDocumentException if it does not fit its schema
   * @throws IllegalArgumentException if its members do not fit each other, or its code is not what
   *     was written; the message says why
   */
  public static Artifact read(JsonNode document) {
    List<DocumentError> errors = errors(document);
    if (!errors.isEmpty()) {
      throw new InvalidDocumentException(errors);
    }
    try {
      Artifact artifact = MAPPER.treeToValue(document, Artifact.class);
      artifact.generations().forEach(ArtifactJson::check);
      return artifact;
    } catch (JsonProcessingException e) {
      // Jackson's messages name classes, and callers pass this message on.
      throw new IllegalArgumentException("its members are not those of an artifact", e);
    }
  }

  private static List<DocumentError> errors(JsonNode document) {
    return Stream.concat(
            DocumentSchema.ARTIFACT.errors(document).stream(),
            DocumentSchema.CONTRACT.errors(document.path(CONTRACT)).stream()
                .map(ArtifactJson::ofContract))
        .distinct()
        .toList();
  }

  private static DocumentError ofContract(DocumentError error) {
    String path = error.path().isEmpty() ? CONTRACT : DocumentError.under(CONTRACT, error.path());
    return new DocumentError(path, error.message());
  }

  private static void check(Generation generation) {
    if (!generation.isIntact()) {
      throw new IllegalArgumentException(
          "the checksum of generation %s is wrong".formatted(generation.origin().id()));
    }
  }
}
