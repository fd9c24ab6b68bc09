package dev.reprise.model.catalogue;

import dev.reprise.model.ChatModel;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.provider.Dialect;
import dev.reprise.model.provider.HttpChatModel;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.model.provider.anthropic.AnthropicBatchModel;
import dev.reprise.model.provider.anthropic.AnthropicDialect;
import dev.reprise.model.provider.openai.OllamaDialect;
import dev.reprise.model.provider.openai.OpenAiBatchModel;
import dev.reprise.model.provider.openai.OpenAiDialect;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Optional;

/** Knows which code speaks the protocol of a provider. */
public final class ProviderProtocols {

  private ProviderProtocols() {}

  /** Returns the model of a provider. */
  public static ChatModel chatModel(ProviderSettings settings, Clock clock) {
    Dialect dialect =
        switch (settings.kind()) {
          case OPENAI -> new OpenAiDialect(settings, clock);
          case ANTHROPIC -> new AnthropicDialect(settings, clock);
          case OLLAMA -> new OllamaDialect(settings, clock);
        };
    return new HttpChatModel(settings, dialect);
  }

  /**
   * Returns the provider's batch interface, if its protocol has one.
   *
   * @param price what a request of a batch costs, as a part of the price of a single call
   */
  public static Optional<BatchModel> batchModel(
      ProviderSettings settings, BigDecimal price, Clock clock) {
    return switch (settings.kind()) {
      case OPENAI -> Optional.of(new OpenAiBatchModel(settings, price, clock));
      case ANTHROPIC -> Optional.of(new AnthropicBatchModel(settings, price, clock));
      case OLLAMA -> Optional.empty();
    };
  }
}
