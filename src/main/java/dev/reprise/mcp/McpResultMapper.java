package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.mcp.transport.Transports;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * Maps a server's answer to a text for the model: texts as they are, structured content as JSON,
 * resources as references or as their text. Of images, sounds, binary resources and content of
 * kinds that are unknown here the text says only that the answer had them.
 *
 * <p>The tool has done its work once there is an answer, so every answer has an outcome: what fits
 * the protocol is kept, and the rest is named in words.
 */
final class McpResultMapper {

  /** The code of a call that failed by the tool's own answer. */
  static final String FAILED = "mcp_tool_failed";

  /** The member of {@code _meta} that says what a call did cost, in US dollars. */
  static final String COST = "reprise.dev/costUsd";

  /** The result of a call whose answer was longer than any message may be. */
  static final JsonNode OVERSIZED =
      JsonNodeFactory.instance
          .objectNode()
          .put(
              "content",
              "[the call was answered; the answer was left out, because it has more than %d MiB]"
                  .formatted(Transports.MAX_MESSAGE_BYTES / 1024 / 1024));

  /** Models read the message of a failure as a whole, so it is short: this many characters. */
  private static final int MAX_REASON = 64 * 1024;

  private McpResultMapper() {}

  /**
   * Returns the outcome for the run.
   *
   * @param result the result as the server sent it, of any type
   */
  static ToolOutcome of(JsonNode result) {
    String text = text(result);
    return isError(result)
        ? ToolOutcome.failed(FAILED, text.isEmpty() ? "the tool gave no reason" : shortened(text))
        : new ToolOutcome.Succeeded(text);
  }

  /** Returns what the server says that the call did cost, in US dollars, if it is a number. */
  static Optional<BigDecimal> cost(JsonNode result) {
    return Optional.of(result.path("_meta").path(COST))
        .filter(JsonNode::isNumber)
        .map(JsonNode::decimalValue);
  }

  /** Some servers send the text {@code "true"}. */
  private static boolean isError(JsonNode result) {
    return result.path("isError").asBoolean();
  }

  private static String text(JsonNode result) {
    if (!result.isObject()) {
      return "[the server answered %s instead of a result]%s"
          .formatted(kind(result), result.isNull() ? "" : "\n" + words(result));
    }
    String content = content(result.path("content"));
    JsonNode structured = result.path("structuredContent");
    if (structured.isMissingNode() || structured.isNull()) {
      return content;
    }
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

  /** The protocol has a list of blocks here. */
  private static String content(JsonNode content) {
    if (content.isMissingNode() || content.isNull()) {
      return "";
    }
    if (!content.isArray()) {
      return content.isObject() ? block(content) : words(content);
    }
    var text = new StringBuilder();
    for (JsonNode block : content) {
      text.append(text.isEmpty() ? "" : "\n").append(block(block));
    }
    return text.toString();
  }

  private static String block(JsonNode block) {
    if (!block.isObject()) {
      return block.isTextual()
          ? block.textValue()
          : "[%s in place of content was left out]".formatted(kind(block));
    }
    String type = string(block, "type");
    return switch (type) {
      case "text" -> text(block, "a text");
      case "image" -> leftOut("an image", block, "data");
      case "audio" -> leftOut("a sound", block, "data");
      case "resource_link" -> link(block);
      case "resource" -> resource(block.path("resource"));
      case "" -> text(block, "content without a kind");
      default ->
          block.path("data").isTextual()
              ? leftOut("content of the kind " + type, block, "data")
              : "[content of the kind %s (%s) was left out]".formatted(type, size(block));
    };
  }

  private static String text(JsonNode block, String what) {
    JsonNode text = block.path("text");
    return text.isMissingNode() || text.isNull() ? "[%s was empty]".formatted(what) : words(text);
  }

  private static String link(JsonNode block) {
    String description = string(block, "description");
    return "[resource %s: %s%s]"
        .formatted(
            string(block, "name"),
            string(block, "uri"),
            description.isEmpty() ? "" : ", " + description);
  }

  private static String resource(JsonNode resource) {
    String uri = string(resource, "uri");
    if (resource.path("text").isTextual()) {
      return "[resource %s]\n%s".formatted(uri, resource.path("text").textValue());
    }
    return resource.path("blob").isTextual()
        ? leftOut("the resource " + uri, resource, "blob")
        : "[an empty resource]";
  }

  /**
   * @param data the member that has the bytes in Base64
   */
  private static String leftOut(String what, JsonNode block, String data) {
    int bytes = string(block, data).length() / 4 * 3;
    return "[%s (%s, about %d bytes) was left out]"
        .formatted(what, string(block, "mimeType"), bytes);
  }

  private static String string(JsonNode block, String member) {
    return block.path(member).asText("");
  }

  private static String words(JsonNode value) {
    return value.isTextual() ? value.textValue() : Json.write(value);
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "a list of " + size(value);
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "a truth value";
      case NULL -> "null";
      default -> "an object";
    };
  }

  private static String size(JsonNode value) {
    return String.format(Locale.ROOT, "%,d characters", Json.write(value).length());
  }

  private static String shortened(String reason) {
    return reason.length() <= MAX_REASON
        ? reason
        : String.format(
            Locale.ROOT,
            "%s\n[the last %,d of %,d characters were left out]",
            reason.substring(0, MAX_REASON),
            reason.length() - MAX_REASON,
            reason.length());
  }
}
