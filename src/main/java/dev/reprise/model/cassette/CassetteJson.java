package dev.reprise.model.cassette;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Message;
import dev.reprise.codec.MessageModule;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.Json;
import java.util.List;

/** The JSON form of calls in a cassette: that of {@link MessageModule}. */
final class CassetteJson {

  private static final ObjectMapper MAPPER =
      Json.mapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .registerModule(MessageModule.create());

  private CassetteJson() {}

  /** The content of a request, in a form that people can read. */
  private record RequestJson(
      String phase,
      int iteration,
      int attempt,
      String purpose,
      ModelChoice model,
      String systemPrompt,
      List<Message> messages,
      List<OfferedTool> tools) {}

  /** Returns the content of a request. */
  static JsonNode request(ModelRequest request) {
    return MAPPER.valueToTree(
        new RequestJson(
            request.phase(),
            request.iteration(),
            request.attempt(),
            request.purpose().name(),
            request.model(),
            request.systemPrompt(),
            request.transcript().messages(),
            request.tools()));
  }

  /** Returns a call as one line. */
  static String write(RecordedCall call) {
    try {
      return MAPPER.writeValueAsString(call);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a call can always be written", e);
    }
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if the line is not a recorded call, or its version is unknown
   */
  static RecordedCall read(String line) {
    try {
      JsonNode tree = MAPPER.readTree(line);
      int version = tree.path("version").asInt();
      if (version != RecordedCall.VERSION) {
        throw new IllegalArgumentException(
            "has version %d, and this server reads %d".formatted(version, RecordedCall.VERSION));
      }
      return MAPPER.treeToValue(tree, RecordedCall.class);
    } catch (JsonProcessingException e) {
      // the library's message names classes and quotes the text
      throw new IllegalArgumentException("is no recorded call", e);
    }
  }
}
