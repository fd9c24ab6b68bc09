package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.List;

/**
 * The body of a request to Anthropic's Messages API.
 *
 * @param system the system prompt as text blocks; empty for none
 * @param stream whether the reply is to come as events
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record AnthropicRequest(
    String model,
    @JsonUnwrapped AnthropicOptions options,
    List<ObjectNode> system,
    List<AnthropicMessage> messages,
    List<Tool> tools,
    boolean stream) {

  private static final ObjectWriter WRITER = Json.mapper().writer();

  /**
   * A tool that the model may call.
   *
   * @param inputSchema the JSON Schema of its arguments
   */
  record Tool(String name, String description, @JsonProperty("input_schema") JsonNode inputSchema) {

    private static Tool of(OfferedTool tool) {
      return new Tool(tool.name(), tool.description(), Json.read(tool.arguments().text()));
    }
  }

  /**
   * Returns the request for this provider.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static AnthropicRequest of(
      ProviderSettings settings, ModelRequest request, AnthropicOptions options)
      throws FaultException {
    return new AnthropicRequest(
        request.model().name(),
        options.answeringAs(request.output()),
        system(request.systemPrompt(), options.promptCache()),
        AnthropicMessage.of(settings.name(), request.transcript(), options.promptCache()),
        request.tools().stream().map(Tool::of).toList(),
        settings.stream());
  }

  private static List<ObjectNode> system(String prompt, boolean cached) {
    if (prompt.isBlank()) {
      return List.of();
    }
    ObjectNode block = AnthropicBlocks.text(prompt);
    return List.of(cached ? AnthropicBlocks.markCached(block) : block);
  }

  /** Returns the compact JSON text. */
  String toJson() {
    try {
      return WRITER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of JSON trees can always be written", e);
    }
  }
}
