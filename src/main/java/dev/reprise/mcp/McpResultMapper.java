package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps a server's answer to a text for the model: texts as they are, structured content as JSON,
 * resources as references or as their text. Of images, sounds and binary resources the text says
 * only that the answer had them.
 */
final class McpResultMapper {

  /** The code of a call that failed by the tool's own answer. */
  static final String FAILED = "mcp_tool_failed";

  /** The member of {@code _meta} that says what a call did cost, in US dollars. */
  static final String COST = "reprise.dev/costUsd";

  private static final ObjectMapper JSON = Json.mapper();

  private McpResultMapper() {}

  /** Returns the outcome for the run. */
  static ToolOutcome of(CallToolResult result) {
    String text = text(result);
    return Boolean.TRUE.equals(result.isError())
        ? ToolOutcome.failed(FAILED, text.isEmpty() ? "the tool gave no reason" : text)
        : new ToolOutcome.Succeeded(text);
  }

  /** Returns what the server says that the call did cost, in US dollars. */
  static Optional<BigDecimal> cost(CallToolResult result) {
    return Optional.ofNullable(result.meta())
        .map(meta -> JSON.<JsonNode>valueToTree(meta.get(COST)))
        .filter(JsonNode::isNumber)
        .map(JsonNode::decimalValue);
  }

  private static String text(CallToolResult result) {
    String content =
        Optional.ofNullable(result.content()).orElse(List.of()).stream()
            .map(McpResultMapper::text)
            .collect(Collectors.joining("\n"));
    if (result.structuredContent() == null) {
      return content;
    }
    JsonNode structured = JSON.valueToTree(result.structuredContent());
    if (content.isBlank()) {
      return Json.write(structured);
    }
    return repeats(content, structured) ? content : content + "\n" + Json.write(structured);
  }

  /** The protocol asks servers to repeat structured content as a text. */
  private static boolean repeats(String content, JsonNode structured) {
    try {
      return CanonicalJson.write(Json.read(content)).equals(CanonicalJson.write(structured));
    } catch (IllegalArgumentException e) {
      return false; // it is words
    }
  }

  private static String text(Content content) {
    return switch (content) {
      case TextContent text -> orEmpty(text.text());
      case ImageContent image -> leftOut("an image", image.mimeType(), image.data());
      case AudioContent audio -> leftOut("a sound", audio.mimeType(), audio.data());
      case ResourceLink link ->
          "[resource %s: %s%s]"
              .formatted(
                  orEmpty(link.name()),
                  orEmpty(link.uri()),
                  link.description() == null ? "" : ", " + link.description());
      case EmbeddedResource embedded -> resource(embedded);
      default -> "[content of the kind %s was left out]".formatted(content.type());
    };
  }

  private static String resource(EmbeddedResource embedded) {
    return switch (embedded.resource()) {
      case TextResourceContents text ->
          "[resource %s]\n%s".formatted(orEmpty(text.uri()), orEmpty(text.text()));
      case BlobResourceContents blob ->
          leftOut("the resource " + orEmpty(blob.uri()), blob.mimeType(), blob.blob());
      case null, default -> "[an empty resource]";
    };
  }

  private static String leftOut(String what, @Nullable String type, @Nullable String base64) {
    int bytes = base64 == null ? 0 : base64.length() / 4 * 3;
    return "[%s (%s, about %d bytes) was left out]".formatted(what, orEmpty(type), bytes);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
