package dev.reprise.model.provider;

import dev.langchain4j.model.anthropic.AnthropicChatResponseMetadata;
import dev.langchain4j.model.anthropic.internal.api.AnthropicCacheType;
import dev.langchain4j.model.anthropic.internal.api.AnthropicCreateMessageRequest;
import dev.langchain4j.model.anthropic.internal.api.AnthropicTextContent;
import dev.langchain4j.model.anthropic.internal.api.AnthropicThinking;
import dev.langchain4j.model.anthropic.internal.api.AnthropicTool;
import dev.langchain4j.model.anthropic.internal.client.AnthropicClient;
import dev.langchain4j.model.anthropic.internal.client.AnthropicCreateMessageOptions;
import dev.langchain4j.model.anthropic.internal.client.DefaultAnthropicClient;
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
import java.util.Optional;

/**
 * Anthropic's messages, by the client layer of LangChain4j: its messages, one layer above, have no
 * order among their parts.
 */
final class AnthropicDialect implements Dialect {

  private static final String VERSION = "2023-06-01";
  private static final int MAX_OUTPUT_TOKENS = 8192;
  private static final int LEAST_THINKING = 1024;
  private static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh", "max");

  private final String provider;
  private final boolean stream;
  private final AnthropicClient client;

  AnthropicDialect(ProviderSettings settings, Clock clock) {
    provider = settings.name();
    stream = settings.stream();
    var http =
        new ProviderHttp(
            settings,
            event -> "message_stop".equals(event.event()),
            reply -> reply.path("content").isArray(),
            clock);
    client =
        DefaultAnthropicClient.builder()
            .httpClientBuilder(http.builder())
            .baseUrl(settings.baseUrl().toString())
            .apiKey(settings.key().orElse("none")) // LangChain4j always sends one
            .version(VERSION)
            .build();
  }

  @Override
  public void check(OptionReader options) {
    request(options);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    boolean cached = options.flag("promptCache").orElse(true);
    var asked =
        request(options)
            .model(request.model().name())
            .system(system(request.systemPrompt(), cached))
            .messages(AnthropicMessages.of(provider, request.transcript(), cached))
            .tools(request.tools().stream().map(AnthropicDialect::tool).toList())
            .stream(stream)
            .build();
    if (!stream) {
      var reply = client.createMessageWithRawResponse(asked).rawResponse();
      return AnthropicReply.of(provider, Json.read(reply.body()));
    }
    var collected = new LangChainCalls.Collected(tokens);
    client.createMessage(asked, new AnthropicCreateMessageOptions(true), collected);
    var metadata = (AnthropicChatResponseMetadata) collected.reply().metadata();
    return AnthropicReply.of(provider, AnthropicStream.message(metadata.rawServerSentEvents()));
  }

  private static AnthropicCreateMessageRequest.Builder request(OptionReader options) {
    var request = AnthropicCreateMessageRequest.builder();
    Optional<Integer> budget = options.whole("thinkingBudget", LEAST_THINKING, 1_000_000);
    Optional<String> effort = options.word("reasoningEffort", EFFORTS);
    Optional<Integer> most = options.whole("maxOutputTokens", 1, 1_000_000);
    Optional<Double> temperature = options.number("temperature", 0, 1);
    options.number("topP", 0, 1).ifPresent(request::topP);
    options.flag("promptCache");
    List<String> stop = options.texts("stop", 16);
    if (budget.isPresent() && effort.isPresent()) {
      options.refuse("reasoningEffort", "does not go together with thinkingBudget");
    }
    if (temperature.isPresent() && (budget.isPresent() || effort.isPresent())) {
      options.refuse("temperature", "does not go together with thinking");
    }
    if (budget.isPresent() && most.isPresent() && most.get() <= budget.get()) {
      options.refuse("maxOutputTokens", "is more than thinkingBudget, which it includes");
    }
    budget.ifPresent(
        tokens ->
            request.thinking(
                AnthropicThinking.builder().type("enabled").budgetTokens(tokens).build()));
    effort.ifPresent(
        word -> {
          request.thinking(AnthropicThinking.builder().type("adaptive").build());
          request.customParameters(Map.of("output_config", Map.of("effort", word)));
        });
    temperature.ifPresent(request::temperature);
    if (!stop.isEmpty()) {
      request.stopSequences(stop);
    }
    return request.maxTokens(most.orElse(MAX_OUTPUT_TOKENS + budget.orElse(0)));
  }

  private static List<AnthropicTextContent> system(String prompt, boolean cached) {
    if (prompt.isBlank()) {
      return List.of();
    }
    return List.of(
        cached
            ? new AnthropicTextContent(prompt, AnthropicCacheType.EPHEMERAL.cacheControl())
            : new AnthropicTextContent(prompt));
  }

  private static AnthropicTool tool(OfferedTool tool) {
    return AnthropicTool.builder()
        .name(tool.name())
        .description(tool.description())
        // LangChain4j's own type for schemas has no room for all of JSON Schema.
        .customParameters(Map.of("input_schema", Json.read(tool.arguments().text())))
        .build();
  }
}
