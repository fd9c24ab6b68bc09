package dev.reprise.definition;

import com.fasterxml.jackson.core.JsonFactory;
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
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Parses untrusted text to a tree, within bounds.
 *
 * <p>A text that begins with a brace is JSON, any other text is YAML. Of YAML the parser accepts
 * only what JSON can express: no anchors and aliases (which can expand a small text to a huge one),
 * no tags (which can name classes), and one document.
 */
final class DocumentParser {

  /** The maximum size of a document in bytes of UTF-8, as written and as canonical JSON. */
  static final int MAX_BYTES = 256 * 1024;

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

  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          .streamReadConstraints(CONSTRAINTS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS) // reads no as text
          .loaderOptions(yamlBounds())
          .build();

  private DocumentParser() {}

  private static LoaderOptions yamlBounds() {
    var bounds = new LoaderOptions();
    bounds.setCodePointLimit(MAX_BYTES);
    bounds.setNestingDepthLimit(MAX_DEPTH);
    bounds.setMaxAliasesForCollections(0);
    return bounds;
  }

  /**
   * Parses one document. A text without content gives a missing node.
   *
   * @throws InvalidAgentDocumentException if the text is too large or not well-formed; names the
   *     line
   */
  static JsonNode parse(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw tooLarge();
    }
    String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try {
      guard(content);
      try (JsonParser parser = parser(content)) {
        @Nullable JsonNode tree = TREES.readTree(parser);
        return tree == null ? MissingNode.getInstance() : tree;
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw refused(line, "cannot be read: " + firstLine(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory does not fail", e);
    }
  }

  static InvalidAgentDocumentException tooLarge() {
    return new InvalidAgentDocumentException(
        List.of(new DocumentError("", "is larger than " + MAX_BYTES / 1024 + " KiB")));
  }

  private static JsonParser parser(String text) throws IOException {
    return text.stripLeading().startsWith("{") ? JSON.createParser(text) : YAML.createParser(text);
  }

  /** Checks all tokens before a tree is built from them. */
  private static void guard(String text) throws IOException {
    try (JsonParser parser = parser(text)) {
      int depth = 0;
      int values = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (depth == 0 && values++ > 0) {
          throw refused(lineOf(parser), "holds a second document; one is allowed");
        }
        guard(parser, token);
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
    }
  }

  private static void guard(JsonParser parser, JsonToken token) throws IOException {
    if (parser instanceof YAMLParser yaml
        && (yaml.isCurrentAlias() || yaml.getObjectId() != null)) {
      throw refused(lineOf(parser), "uses an anchor or alias; write the value out");
    }
    if (parser.getTypeId() != null) {
      throw refused(
          lineOf(parser), "uses the tag '" + parser.getTypeId() + "'; no tags are allowed");
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT && parser.isNaN()) {
      throw refused(lineOf(parser), "holds a number that is not finite");
    }
    boolean text = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME;
    if (text && !StandardCharsets.UTF_8.newEncoder().canEncode(parser.getText())) {
      throw refused(lineOf(parser), "holds half of a surrogate pair");
    }
  }

  private static int lineOf(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private static InvalidAgentDocumentException refused(int line, String message) {
    return new InvalidAgentDocumentException(List.of(new DocumentError("line " + line, message)));
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("unknown");
  }
}
