package dev.reprise.platform.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactoryBuilder;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Parses text from strangers into a tree, within bounds.
 *
 * <p>It accepts only the part of YAML that JSON can express: one document, no anchors and aliases
 * (which can expand a small text without limit), and no tags (which can name classes).
 */
public final class DocumentParser {

  /** The largest document, in bytes of UTF-8, as it is written and as canonical JSON. */
  public static final int MAX_BYTES = 256 * 1024;

  private static final int MAX_DEPTH = 40;

  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxNumberLength(100).build();

  private static final ObjectMapper TREES =
      Json.mapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(CONSTRAINTS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** How the words yes, no, on and off are read. */
  private static final YAMLParser.Feature WORDS =
      YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS;

  private static final YAMLFactory YAML_WITH_WORDS = yaml().enable(WORDS).build();
  private static final YAMLFactory YAML = yaml().disable(WORDS).build();

  /**
   * Parses agents' documents: a text that begins with a brace is JSON, and {@code no} is a text.
   */
  public static final DocumentParser OF_AGENTS =
      new DocumentParser(text -> text.stripLeading().startsWith("{") ? JSON : YAML_WITH_WORDS);

  /** Parses operators' files: JSON is a part of YAML, and {@code no} is false. */
  public static final DocumentParser OF_OPERATORS = new DocumentParser(text -> YAML);

  private final Function<String, JsonFactory> syntax;

  private DocumentParser(Function<String, JsonFactory> syntax) {
    this.syntax = syntax;
  }

  private static YAMLFactoryBuilder yaml() {
    return YAMLFactory.builder()
        .streamReadConstraints(CONSTRAINTS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .loaderOptions(yamlBounds());
  }

  private static LoaderOptions yamlBounds() {
    var bounds = new LoaderOptions();
    bounds.setCodePointLimit(MAX_BYTES);
    bounds.setNestingDepthLimit(MAX_DEPTH);
    bounds.setMaxAliasesForCollections(0);
    return bounds;
  }

  /**
   * Parses one document; a text of nothing but comments gives a missing node.
   *
   * @throws InvalidDocumentException if the text is too large or not well-formed; names the line
   *     and column
   */
  public JsonNode parse(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw tooLarge();
    }
    String content = withoutMark(text);
    try {
      guard(content);
      try (JsonParser parser = parser(content)) {
        @Nullable JsonNode tree = TREES.readTree(parser);
        return tree == null ? MissingNode.getInstance() : tree;
      }
    } catch (JsonProcessingException e) {
      throw error(SyntaxError.of(e));
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory does not fail", e);
    }
  }

  /** Returns the errors of a document with their places in its text; as they are if it has none. */
  public List<DocumentError> locate(List<DocumentError> errors, String text) {
    return locate(errors, text, "");
  }

  /**
   * Returns the errors of a document by a schema, with their places in its text.
   *
   * @throws InvalidDocumentException if the text is too large or not well-formed
   */
  public List<DocumentError> errors(DocumentSchema schema, String text) {
    return locate(schema.errors(parse(text)), text, schema.listName());
  }

  private List<DocumentError> locate(List<DocumentError> errors, String text, String root) {
    try (JsonParser parser = parser(withoutMark(text))) {
      return DocumentPlaces.locate(errors, parser, root);
    } catch (IOException e) {
      return errors; // it cannot be read, which is the error, and has its place
    }
  }

  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Returns the error of a document of more than {@link #MAX_BYTES}. */
  public static InvalidDocumentException tooLarge() {
    return new InvalidDocumentException(
        List.of(new DocumentError("", "is larger than " + MAX_BYTES / 1024 + " KiB")));
  }

  private JsonParser parser(String text) throws IOException {
    return syntax.apply(text).createParser(text);
  }

  /** Checks all tokens before the mapper builds a tree of them. */
  private void guard(String text) throws IOException {
    try (JsonParser parser = parser(text)) {
      int depth = 0;
      int values = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (depth == 0 && values++ > 0) {
          throw error(parser, "holds a second document; one is allowed");
        }
        guard(parser, token);
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
    }
  }

  private static void guard(JsonParser parser, JsonToken token) throws IOException {
    if (parser instanceof YAMLParser tokens
        && (tokens.isCurrentAlias() || tokens.getObjectId() != null)) {
      throw error(parser, "uses an anchor or alias; write the value out");
    }
    if (parser.getTypeId() != null) {
      throw error(parser, "uses the tag '" + parser.getTypeId() + "'; no tags are allowed");
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT && parser.isNaN()) {
      throw error(parser, "holds a number that is not finite");
    }
    Json.checkNumber(parser);
    boolean text = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME;
    if (text && !StandardCharsets.UTF_8.newEncoder().canEncode(parser.getText())) {
      throw error(parser, "has an unpaired surrogate");
    }
  }

  private static InvalidDocumentException error(JsonParser parser, String message) {
    return error(parser.currentTokenLocation(), message);
  }

  private static InvalidDocumentException error(JsonLocation place, String message) {
    return error(new SyntaxError(DocumentPlace.of(place), message));
  }

  private static InvalidDocumentException error(SyntaxError error) {
    DocumentPlace place = error.place();
    String path = "line %d, column %d".formatted(place.line(), place.column());
    return new InvalidDocumentException(
        List.of(new DocumentError(path, error.message(), Optional.of(place))));
  }
}
