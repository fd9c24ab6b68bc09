package dev.reprise.cli.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.reprise.platform.document.SyntaxError;
import java.io.IOException;

/** A file with an object in JSON or YAML. */
public final class DocumentFile {

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private DocumentFile() {}

  /**
   * Reads the object of a file, or of standard input for {@code -}.
   *
   * @throws IllegalArgumentException if the file does not exist or does not have an object
   */
  public static ObjectNode object(String name) throws IOException {
    try {
      JsonNode read = YAML.readTree(TextFile.read(name)); // JSON is YAML, too
      if (read instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      SyntaxError error = SyntaxError.of(e);
      throw new IllegalArgumentException(
          "%s, line %d: %s".formatted(name, error.place().line(), error.message()), e);
    }
    throw new IllegalArgumentException("%s must have an object".formatted(name));
  }
}
