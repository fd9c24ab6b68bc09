package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.BoundedText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A file of settings, in YAML or JSON, that fits its schema. An operator writes it, or it is part
 * of the product. Tested by {@code McpServersFileTest}.
 */
public final class OperatorFile {

  private final String name;
  private final DocumentSchema schema;
  private final JsonNode tree;
  private final List<DocumentError> misfits;

  private OperatorFile(String name, DocumentSchema schema, String text) {
    this.name = name;
    this.schema = schema;
    try {
      this.tree = DocumentParser.OF_OPERATORS.parse(text);
    } catch (InvalidDocumentException e) {
      DocumentError first = e.problems().getFirst();
      throw error(name, first.path(), first.message());
    }
    this.misfits = schema.errors(tree);
  }

  /**
   * Reads an operator's file of at most 256 KiB.
   *
   * @param property the property that names the file; all error messages name both
   * @throws IllegalArgumentException if the file cannot be read, is too large or not well-formed
   */
  public static OperatorFile read(String property, Path path, DocumentSchema schema) {
    String name = "%s: %s".formatted(property, path);
    try {
      String text =
          BoundedText.of(path, DocumentParser.MAX_BYTES)
              .orElseThrow(
                  () ->
                      error(
                          name,
                          "",
                          "must have at most %d KiB".formatted(DocumentParser.MAX_BYTES / 1024)));
      return new OperatorFile(name, schema, text);
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

  /**
   * Reads each object in the list that the file is.
   *
   * @throws IllegalArgumentException if one does not fit the schema, or its reader refuses it; the
   *     message has all errors of the file, each on a line
   */
  public <T> List<T> objects(Function<DocumentObject, T> reader) {
    List<DocumentObject> fit =
        DocumentObject.all(schema.listName(), tree).stream()
            .filter(it -> misfits.stream().noneMatch(error -> isAbout(error.path(), it)))
            .toList();
    return each(fit, reader, misfits.stream().map(it -> said(name, it.path(), it.message())));
  }

  /**
   * Reads each object as {@link #objects} does, and of each that does not fit the schema the parts
   * that do.
   *
   * @param reader returns empty for an object with an error
   */
  public <T> List<T> objectsByPart(BiFunction<DocumentObject, ObjectParts, Optional<T>> reader) {
    List<String> errors = new ArrayList<>();
    misfits.forEach(it -> errors.add(said(name, it.path(), it.message())));
    List<String> places = misfits.stream().map(DocumentError::path).toList();
    List<T> read = new ArrayList<>();
    for (DocumentObject object : DocumentObject.all(schema.listName(), tree)) {
      reader.apply(object, new ObjectParts(object, places, errors)).ifPresent(read::add);
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", errors));
    }
    return read;
  }

  private static boolean isAbout(String path, DocumentObject object) {
    return path.isEmpty() || path.startsWith(object.path());
  }

  /**
   * Reads each part of an object, such as its members.
   *
   * @throws IllegalArgumentException if the reader refuses some; the message has all errors, each
   *     on a line
   */
  public static <S, T> List<T> each(Collection<S> parts, Function<S, T> reader) {
    return each(parts, reader, Stream.of());
  }

  private static <S, T> List<T> each(
      Collection<S> parts, Function<S, T> reader, Stream<String> found) {
    List<String> errors = new ArrayList<>(found.toList());
    List<T> read = new ArrayList<>();
    for (S part : parts) {
      try {
        read.add(reader.apply(part));
      } catch (IllegalArgumentException e) {
        errors.add(String.valueOf(e.getMessage()));
      }
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", errors));
    }
    return read;
  }

  /**
   * Returns the object that the file is.
   *
   * @throws IllegalArgumentException if it does not fit the schema; has all errors, each on a line
   */
  public DocumentObject object() {
    each(
        misfits,
        it -> {
          throw error(it.path(), it.message());
        });
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
    return new IllegalArgumentException(said(file, place, rule));
  }

  private static String said(String file, String place, String rule) {
    return "%s: %s %s".formatted(file, place.isEmpty() ? "the whole" : place, rule);
  }
}
