package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.OptionReader;
import dev.reprise.model.provider.SchemaSubset;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.util.List;
import java.util.Optional;

/** The body of a request for a chat completion. Tested by {@code OpenAiProviderTest}. */
final class OpenAiRequest {

  private static final List<String> EFFORTS =
      List.of("none", "minimal", "low", "medium", "high", "xhigh");

  /** Whether the schema of an answer is sent: some servers with this protocol refuse it. */
  private static final String STRUCTURED_OUTPUT = "structuredOutput";

  private OpenAiRequest() {}

  /**
   * Returns the body for a reply in one piece.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static ObjectNode of(String provider, ModelRequest request, OptionReader options)
      throws FaultException {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", request.model().name());
    body.set("messages", OpenAiMessages.of(provider, request));
    body.setAll(options(options));
    if (!request.tools().isEmpty()) {
      body.set("tools", tools(request.tools()));
    }
    structuredOutput(request, options).ifPresent(it -> body.set("response_format", it));
    return body;
  }

  /**
   * Returns the provider's form of the answer's schema, if it takes that and the agent wants it.
   */
  private static Optional<ObjectNode> structuredOutput(ModelRequest request, OptionReader options) {
    return request
        .output()
        .filter(ignored -> options.flag(STRUCTURED_OUTPUT).orElse(true))
        .map(schema -> Json.read(schema.text()))
        .filter(schema -> SchemaSubset.OPENAI.refusalOf(schema).isEmpty())
        .map(
            schema -> {
              ObjectNode format = JsonNodeFactory.instance.objectNode().put("type", "json_schema");
              ObjectNode named = format.putObject("json_schema");
              named.put("name", "answer").put("strict", true).set("schema", schema);
              return format;
            });
  }

  /** Makes it a body for a streamed reply, whose last piece counts the tokens. */
  static ObjectNode streamed(ObjectNode body) {
    body.put("stream", true).putObject("stream_options").put("include_usage", true);
    return body;
  }

  /** Reads the options and tells {@code options} about those that are not valid. */
  static ObjectNode options(OptionReader options) {
    ObjectNode read = JsonNodeFactory.instance.objectNode();
    options.number("temperature", 0, 2).ifPresent(it -> read.put("temperature", it));
    options.number("topP", 0, 1).ifPresent(it -> read.put("top_p", it));
    options
        .whole("maxOutputTokens", 1, Integer.MAX_VALUE)
        .ifPresent(it -> read.put("max_completion_tokens", it));
    options.whole("maxTokens", 1, Integer.MAX_VALUE).ifPresent(it -> read.put("max_tokens", it));
    options
        .whole("seed", Integer.MIN_VALUE, Integer.MAX_VALUE)
        .ifPresent(it -> read.put("seed", it));
    options.word("reasoningEffort", EFFORTS).ifPresent(it -> read.put("reasoning_effort", it));
    options.flag(STRUCTURED_OUTPUT); // it is not sent
    List<String> stop = options.texts("stop", 4);
    if (!stop.isEmpty()) {
      stop.forEach(read.putArray("stop")::add);
    }
    return read;
  }

  /** Returns tools as OpenAI's and Ollama's protocol have them. */
  static ArrayNode tools(List<OfferedTool> offered) {
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    for (OfferedTool tool : offered) {
      tools
          .addObject()
          .put("type", "function")
          .putObject("function")
          .put("name", tool.name())
          .put("description", tool.description())
          .set("parameters", Json.read(tool.arguments().text()));
    }
    return tools;
  }
}
