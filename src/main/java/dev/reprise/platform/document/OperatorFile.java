package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A file of settings, in YAML or JSON, that fits its schema. An operator writes it, or it is part
 * of the product.
 */
public final class OperatorFile {

  private final String name;
  private final DocumentSchema schema;
  private final JsonNode tree;

  private OperatorFile(String name, DocumentSchema schema, String text) {
    this.name = name;
    this.schema = schema;
    this.tree = tree(text);
  }

  /**
   * Reads an operator's file of at most 256 KiB.
   *
   * @param property the property that names the file; all error messages name both
   * @throws IllegalArgumentException if the file cannot be read, is too large or does not fit its
   *     schema
   */
  public static OperatorFile read(String property, Path path, DocumentSchema schema) {
    return read(property, path, schema, DocumentParser.MAX_BYTES);
  }

  /** Reads an operator's file of at most so many bytes; see above. */
  public static OperatorFile read(String property, Path path, DocumentSchema schema, int maxBytes) {
    String name = "%s: %s".formatted(property, path);
    try {
      if (Files.size(path) > maxBytes) {
        throw error(name, "", "must have at most %d KiB".formatted(maxBytes / 1024));
      }
      return new OperatorFile(name, schema, Files.readString(path));
    } catch (IOException e) {
      throw new IllegalArgumentException(name + " cannot be read", e);
    }
  }

  /** Reads a file that is part of the product, from the root of its classes. */
  public static OperatorFile builtIn(String resource, DocumentSchema schema) {
    try (InputStream in = OperatorFile.class.getResourceAsStream(resource)) {
      byte[] bytes = Objects.requireNonNull(in, resource).readAllBytes();
      return new OperatorFile(resource, schema, new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode tree(String text) {
    try {
      JsonNode parsed = DocumentParser.OF_OPERATORS.parse(text);
      schema.errors(parsed).stream()
          .findFirst()
          .ifPresent(
              first -> {
                throw error(first.path(), first.message());
              });
      return parsed;
    } catch (InvalidDocumentException e) {
      DocumentError first = e.problems().getFirst();
      throw error(first.path(), first.message());
    }
  }

  /** Returns the objects in the list that the file is. */
  public List<DocumentObject> objects() {
    return DocumentObject.all(schema.listName(), tree);
  }

  /** Returns the object that the file is. */
  public DocumentObject object() {
    return new DocumentObject("", tree);
  }

  /**
   * Returns the exception about a place in the file, for the caller to throw.
   *
   * @param rule the rule that the place breaks; the place is its subject
   */
  public IllegalArgumentException error(String place, String rule) {
    return error(name, place, rule);
  }

  private static IllegalArgumentException error(String file, String place, String rule) {
    String subject = place.isEmpty() ? "the whole" : place;
    return new IllegalArgumentException("%s: %s %s".formatted(file, subject, rule));
  }
}
