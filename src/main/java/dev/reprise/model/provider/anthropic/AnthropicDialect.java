package dev.reprise.model.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.Dialect;
import dev.reprise.model.provider.ProviderHttp;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.model.provider.SchemaSubset;
import dev.reprise.model.provider.StreamPieces;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Anthropic's Messages API. */
public final class AnthropicDialect implements Dialect {

  private static final String VERSION = "2023-06-01";

  /** The API expects the header with every request, even where a gateway needs no key. */
  private static final String NO_KEY = "none";

  private final ProviderSettings settings;
  private final ProviderHttp http;

  public AnthropicDialect(ProviderSettings settings, Clock clock) {
    this.settings = settings;
    http = new ProviderHttp(settings, headers(settings), StreamPieces::events, clock);
  }

  /** Returns the headers that every request to the API has. */
  static Map<String, String> headers(ProviderSettings settings) {
    return Map.of("x-api-key", settings.key().orElse(NO_KEY), "anthropic-version", VERSION);
  }

  @Override
  public void check(OptionReader options) {
    AnthropicOptions.read(options);
  }

  @Override
  public Optional<String> refusalOf(JsonNode schema) {
    return SchemaSubset.ANTHROPIC.refusalOf(schema);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    String body = AnthropicRequest.of(settings, request, AnthropicOptions.read(options)).toJson();
    return AnthropicReply.of(
        settings.name(), http.ask("messages", body, new AnthropicStream(tokens)));
  }
}
