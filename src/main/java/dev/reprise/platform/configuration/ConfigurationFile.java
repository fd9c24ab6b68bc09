package dev.reprise.platform.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.BoundedText;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.InvalidDocumentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A file with properties, in YAML or JSON, of at most 256 KiB. Names of nested members are joined
 * with dots, and a list becomes a comma separated text.
 */
final class ConfigurationFile {

  private final Path file;
  private final Map<String, String> values = new HashMap<>();

  private ConfigurationFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it cannot be read or is not well-formed; names the file,
   *     and the line and column or the property
   */
  static Map<String, String> read(Path file) {
    var read = new ConfigurationFile(file);
    JsonNode tree = read.tree();
    if (!tree.isObject() && !tree.isMissingNode()) {
      throw read.error("the whole must be an object with the names of settings");
    }
    tree.properties().forEach(member -> read.add(member.getKey(), member.getValue()));
    return Map.copyOf(read.values);
  }

  private JsonNode tree() {
    try {
      return DocumentParser.OF_OPERATORS.parse(
          BoundedText.of(file, DocumentParser.MAX_BYTES)
              .orElseThrow(
                  () ->
                      error(
                          "must have at most %d KiB".formatted(DocumentParser.MAX_BYTES / 1024))));
    } catch (InvalidDocumentException e) {
      throw error(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: %s cannot be read".formatted(ConfigurationSource.FILE, file), e);
    }
  }

  private void add(String name, JsonNode value) {
    if (value.isObject()) {
      value.properties().forEach(it -> add(name + "." + it.getKey(), it.getValue()));
      return;
    }
    String text = value.isArray() ? list(name, value) : text(name, value);
    if (values.put(name, text) != null) {
      throw error(name + " must be set only once");
    }
  }

  private String list(String name, JsonNode values) {
    return StreamSupport.stream(values.spliterator(), false)
        .map(value -> text(name, value).replace(",", "\\,"))
        .collect(Collectors.joining(","));
  }

  private String text(String name, JsonNode value) {
    if (value.isNumber()) {
      return value.decimalValue().toPlainString();
    }
    if (value.isTextual() || value.isBoolean()) {
      return value.asText();
    }
    throw error(name + " must be a text, a number, true, false, or a list of these");
  }

  private IllegalArgumentException error(String problem) {
    return new IllegalArgumentException(
        "%s: %s: %s".formatted(ConfigurationSource.FILE, file, problem));
  }
}
