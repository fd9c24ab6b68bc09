package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
            settings,
            event -> event.data().equals("[DONE]"),
            reply -> reply.path("choices").path(0).path("message").isObject(),
            clock);
    String baseUrl = settings.baseUrl().toString();
    String key = settings.key().orElse(null);
    calls =
        settings.stream()
            ? new LangChainCalls.Streamed(
                OpenAiStreamingChatModel.builder()
                    .httpClientBuilder(http.builder())
                    .baseUrl(baseUrl)
                    .apiKey(key)
                    .returnThinking(true)
                    .sendThinking(true, REASONING)
                    .build())
            : new LangChainCalls.Whole(
                OpenAiChatModel.builder()
                    .httpClientBuilder(http.builder())
                    .baseUrl(baseUrl)
                    .apiKey(key)
                    .maxRetries(0)
                    .returnThinking(true)
                    .sendThinking(true, REASONING)
                    .build());
  }

  @Override
  public void check(OptionReader options) {
    parameters(options);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    var parameters = parameters(options).modelName(request.model().name());
    if (!request.tools().isEmpty()) {
      // LangChain4j's own type for schemas cannot express all of JSON Schema.
      parameters.customParameters(Map.of("tools", tools(request.tools())));
    }
    return LangChainReply.of(
        provider,
        calls.ask(
            ChatRequest.builder()
                .messages(OpenAiMessages.of(provider, request))
                .parameters(parameters.build())
                .build(),
            tokens));
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
