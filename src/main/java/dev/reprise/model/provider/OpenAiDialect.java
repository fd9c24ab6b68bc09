package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** OpenAI's chat completions, through LangChain4j's public model. */
final class OpenAiDialect implements Dialect {

  private static final String REASONING = "reasoning_content";
  private static final List<String> EFFORTS =
      List.of("none", "minimal", "low", "medium", "high", "xhigh");

  private final String provider;
  private final LangChainCalls calls;

  OpenAiDialect(ProviderSettings settings, Clock clock) {
    provider = settings.name();
    var http =
        new ProviderHttp(
            settings, event -> event.data().equals("[DONE]"), OpenAiDialect::isReply, clock);
    calls =
        settings.stream()
            ? new LangChainCalls.Streamed(streamed(settings, http))
            : new LangChainCalls.Whole(whole(settings, http));
  }

  /** Returns whether a body is a reply, which LangChain4j does not check. */
  static boolean isReply(JsonNode body) {
    return body.path("choices").path(0).path("message").isObject();
  }

  /** Returns LangChain4j's model for replies in one piece, over this client. */
  static OpenAiChatModel whole(ProviderSettings settings, HttpClient http) {
    return OpenAiChatModel.builder()
        .httpClientBuilder(new ProviderHttp.ExistingClient(http))
        .baseUrl(settings.baseUrl().toString())
        .apiKey(settings.key().orElse(null))
        .maxRetries(0)
        .returnThinking(true)
        .sendThinking(true, REASONING)
        .build();
  }

  private static OpenAiStreamingChatModel streamed(ProviderSettings settings, HttpClient http) {
    return OpenAiStreamingChatModel.builder()
        .httpClientBuilder(new ProviderHttp.ExistingClient(http))
        .baseUrl(settings.baseUrl().toString())
        .apiKey(settings.key().orElse(null))
        .returnThinking(true)
        .sendThinking(true, REASONING)
        .build();
  }

  @Override
  public void check(OptionReader options) {
    parameters(options);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    return LangChainReply.of(provider, calls.ask(request(provider, request, options), tokens));
  }

  /**
   * Returns a request as LangChain4j takes it.
   *
   * @throws FaultException if the protocol cannot express part of the transcript
   */
  static ChatRequest request(String provider, ModelRequest request, OptionReader options)
      throws FaultException {
    var parameters = parameters(options).modelName(request.model().name());
    if (!request.tools().isEmpty()) {
      // LangChain4j's own type for schemas cannot express all of JSON Schema.
      parameters.customParameters(Map.of("tools", tools(request.tools())));
    }
    return ChatRequest.builder()
        .messages(OpenAiMessages.of(provider, request))
        .parameters(parameters.build())
        .build();
  }

  private static OpenAiChatRequestParameters.Builder parameters(OptionReader options) {
    var parameters = OpenAiChatRequestParameters.builder();
    options.number("temperature", 0, 2).ifPresent(parameters::temperature);
    options.number("topP", 0, 1).ifPresent(parameters::topP);
    options
        .whole("maxOutputTokens", 1, Integer.MAX_VALUE)
        .ifPresent(parameters::maxCompletionTokens);
    options.whole("maxTokens", 1, Integer.MAX_VALUE).ifPresent(parameters::maxOutputTokens);
    options.whole("seed", Integer.MIN_VALUE, Integer.MAX_VALUE).ifPresent(parameters::seed);
    options.word("reasoningEffort", EFFORTS).ifPresent(parameters::reasoningEffort);
    List<String> stop = options.texts("stop", 4);
    if (!stop.isEmpty()) {
      parameters.stopSequences(stop);
    }
    return parameters;
  }

  private static ArrayNode tools(List<OfferedTool> offered) {
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
