package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.OptionReader;
import dev.reprise.model.provider.SchemaSubset;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;

/**
 * The options of an agent's model as Anthropic's Messages API takes them. Tested by {@code
 * AnthropicProviderTest}.
 *
 * @param maxTokens how long the reply may be, thinking included
 * @param promptCache whether the provider caches what the next request begins with; this server
 *     marks the blocks, so the option itself is not sent
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record AnthropicOptions(
    int maxTokens,
    Optional<Thinking> thinking,
    Optional<OutputConfig> outputConfig,
    Optional<Double> temperature,
    Optional<Double> topP,
    List<String> stopSequences,
    @JsonIgnore boolean promptCache) {

  private static final int MAX_OUTPUT_TOKENS = 8192;

  /** Models that decide by themselves how long they think can write far more than this. */
  private static final int MAX_OUTPUT_TOKENS_WITH_THINKING = 32_000;

  private static final int MIN_THINKING_TOKENS = 1024;
  private static final int MAX_TOKENS = 1_000_000;
  private static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh", "max");

  /**
   * How the model thinks.
   *
   * @param type {@code enabled} with a budget, {@code adaptive} without one
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Thinking(String type, Optional<Integer> budgetTokens) {

    private static final Thinking ADAPTIVE = new Thinking("adaptive", Optional.empty());

    private static Thinking upTo(int tokens) {
      return new Thinking("enabled", Optional.of(tokens));
    }
  }

  /**
   * How much effort the model makes, and what its answer must be.
   *
   * @param format with a JSON Schema
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record OutputConfig(Optional<String> effort, Optional<Format> format) {}

  /** The provider's form of structured output. */
  record Format(String type, JsonNode schema) {}

  /** Returns these options for an answer that must fit a schema, if the provider takes it. */
  AnthropicOptions answeringAs(Optional<JsonValue> schema) {
    return schema
        .map(text -> Json.read(text.text()))
        .filter(it -> SchemaSubset.ANTHROPIC.refusalOf(it).isEmpty())
        .map(it -> with(new Format("json_schema", it)))
        .orElse(this);
  }

  private AnthropicOptions with(Format format) {
    return new AnthropicOptions(
        maxTokens,
        thinking,
        Optional.of(
            new OutputConfig(outputConfig.flatMap(OutputConfig::effort), Optional.of(format))),
        temperature,
        topP,
        stopSequences,
        promptCache);
  }

  /** Reads the options and tells {@code options} about those that are not valid. */
  static AnthropicOptions read(OptionReader options) {
    Optional<Integer> budget = options.whole("thinkingBudget", MIN_THINKING_TOKENS, MAX_TOKENS);
    Optional<String> effort = options.word("reasoningEffort", EFFORTS);
    Optional<Integer> most = options.whole("maxOutputTokens", 1, MAX_TOKENS);
    Optional<Double> temperature = options.number("temperature", 0, 1);
    Optional<Double> topP = options.number("topP", 0, 1);
    Optional<Boolean> promptCache = options.flag("promptCache");
    List<String> stop = options.texts("stop", 16);
    if (budget.isPresent() && effort.isPresent()) {
      options.refuse("reasoningEffort", "must not be set together with thinkingBudget");
    }
    if (temperature.isPresent() && (budget.isPresent() || effort.isPresent())) {
      options.refuse("temperature", "must not be set together with thinking");
    }
    if (budget.isPresent() && most.isPresent() && most.get() <= budget.get()) {
      options.refuse("maxOutputTokens", "must be more than thinkingBudget, which it includes");
    }
    return new AnthropicOptions(
        most.orElse(
            effort.isPresent()
                ? MAX_OUTPUT_TOKENS_WITH_THINKING
                : MAX_OUTPUT_TOKENS + budget.orElse(0)),
        budget.map(Thinking::upTo).or(() -> effort.map(ignored -> Thinking.ADAPTIVE)),
        effort.map(it -> new OutputConfig(Optional.of(it), Optional.empty())),
        temperature,
        topP,
        stop,
        promptCache.orElse(true));
  }
}
