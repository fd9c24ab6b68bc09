package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaChatRequestParameters;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ollama's own chat, through LangChain4j's public model. */
final class OllamaDialect implements Dialect {

  private final String provider;
  private final LangChainCalls calls;

  OllamaDialect(ProviderSettings settings, Clock clock) {
    provider = settings.name();
    var http =
        new ProviderHttp(
            settings, OllamaDialect::isLast, reply -> reply.path("message").isObject(), clock);
    String baseUrl = settings.baseUrl().toString();
    Map<String, String> headers =
        settings.key().map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of());
    calls =
        settings.stream()
            ? new LangChainCalls.Streamed(
                OllamaStreamingChatModel.builder()
                    .httpClientBuilder(http.builder())
                    .baseUrl(baseUrl)
                    .customHeaders(headers)
                    .returnThinking(true)
                    .build())
            : new LangChainCalls.Whole(
                OllamaChatModel.builder()
                    .httpClientBuilder(http.builder())
                    .baseUrl(baseUrl)
                    .customHeaders(headers)
                    .maxRetries(0)
                    .returnThinking(true)
                    .build());
  }

  private static boolean isLast(ServerSentEvent event) {
    try {
      return Json.read(event.data()).path("done").asBoolean();
    } catch (IllegalArgumentException e) {
      return false; // StreamErrorDetector reports it
    }
  }

  @Override
  public void check(OptionReader options) {
    parameters(options);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    var parameters =
        parameters(options)
            .modelName(request.model().name())
            .toolSpecifications(request.tools().stream().map(OllamaDialect::tool).toList())
            .build();
    return LangChainReply.of(
        provider,
        calls.ask(
            ChatRequest.builder()
                .messages(OllamaMessages.of(provider, request))
                .parameters(parameters)
                .build(),
            tokens));
  }

  private static OllamaChatRequestParameters.Builder parameters(OptionReader options) {
    var parameters = OllamaChatRequestParameters.builder();
    options.number("temperature", 0, 2).ifPresent(parameters::temperature);
    options.number("topP", 0, 1).ifPresent(parameters::topP);
    options.whole("topK", 1, 1_000_000).ifPresent(parameters::topK);
    options.whole("maxOutputTokens", 1, Integer.MAX_VALUE).ifPresent(parameters::maxOutputTokens);
    options.whole("contextLength", 1, Integer.MAX_VALUE).ifPresent(parameters::numCtx);
    options.whole("seed", Integer.MIN_VALUE, Integer.MAX_VALUE).ifPresent(parameters::seed);
    options.flag("think").ifPresent(parameters::think);
    List<String> stop = options.texts("stop", 16);
    if (!stop.isEmpty()) {
      parameters.stopSequences(stop);
    }
    return parameters;
  }

  /**
   * Returns the tool with the properties of its arguments and the names of the required ones: the
   * protocol takes no more of a schema.
   */
  private static ToolSpecification tool(OfferedTool tool) {
    JsonNode arguments = Json.read(tool.arguments().text());
    var schema = JsonObjectSchema.builder();
    arguments
        .path("properties")
        .properties()
        .forEach(
            property ->
                schema.addProperty(
                    property.getKey(), JsonRawSchema.from(Json.write(property.getValue()))));
    List<String> required = new ArrayList<>();
    arguments.path("required").forEach(name -> required.add(name.asText()));
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(schema.required(required).build())
        .build();
  }
}
