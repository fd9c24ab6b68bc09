package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;

/** A list in YAML or JSON, of an operator or of this product, of at most 256 KiB. */
public final class SettingsFile {

  private static final int MAX_BYTES = 256 * 1024;

  private static final ObjectMapper YAML = // JSON is a subset of YAML
      new YAMLMapper(
              YAMLFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .loaderOptions(bounds())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final String name;
  private final String text;

  private SettingsFile(String name, String text) {
    this.name = name;
    this.text = text;
  }

  private static LoaderOptions bounds() {
    var bounds = new LoaderOptions();
    bounds.setCodePointLimit(MAX_BYTES);
    bounds.setMaxAliasesForCollections(0);
    return bounds;
  }

  /**
   * Reads a file of an operator.
   *
   * @param property the property that names the file; each message names both
   * @throws IllegalArgumentException if it cannot be read, or is too large
   */
  public static SettingsFile read(String property, Path path) {
    String name = "%s: %s".formatted(property, path);
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new SettingsFile(name, "")
            .wrong("the whole", "has at most %d KiB".formatted(MAX_BYTES / 1024));
      }
      return new SettingsFile(name, Files.readString(path));
    } catch (IOException e) {
      throw new IllegalArgumentException(name + " cannot be read", e);
    }
  }

  /** Reads a file of the product, from the root of the class path. */
  public static SettingsFile builtIn(String resource) {
    try (InputStream in = SettingsFile.class.getResourceAsStream(resource)) {
      byte[] bytes = Objects.requireNonNull(in, resource).readAllBytes();
      return new SettingsFile(resource, new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the file's list. Numbers in it are exact.
   *
   * @param most the greatest length
   * @param what the name of its elements, in the plural
   * @throws IllegalArgumentException if it is not a list, or is longer than {@code most}
   */
  public JsonNode list(int most, String what) {
    JsonNode tree = tree();
    if (!tree.isArray() || tree.size() > most) {
      throw wrong("the whole", "is a list of at most %d %s".formatted(most, what));
    }
    return tree;
  }

  private JsonNode tree() {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw wrong("line " + line, "cannot be read: " + e.getOriginalMessage());
    }
  }

  /**
   * Checks that a value is an object with no other members than these.
   *
   * @throws IllegalArgumentException if it is not; the message says what is allowed
   */
  public void members(String place, JsonNode object, Set<String> allowed) {
    if (!object.isObject()) {
      throw wrong(place, "is an object");
    }
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!allowed.contains(name)) {
                throw wrong(
                    place + "." + name,
                    "is not allowed here; allowed are "
                        + String.join(", ", new TreeSet<>(allowed)));
              }
            });
  }

  /**
   * Returns an exception about a place in the file.
   *
   * @param rule the broken rule; the message puts the place before it
   */
  public IllegalArgumentException wrong(String place, String rule) {
    return new IllegalArgumentException("%s: %s %s".formatted(name, place, rule));
  }
}
