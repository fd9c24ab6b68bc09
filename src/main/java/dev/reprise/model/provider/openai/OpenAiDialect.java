package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.Dialect;
import dev.reprise.model.provider.ProviderHttp;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.model.provider.SchemaSubset;
import dev.reprise.model.provider.StreamPieces;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** OpenAI's chat completions. */
public final class OpenAiDialect implements Dialect {

  private final ProviderSettings settings;
  private final ProviderHttp http;

  public OpenAiDialect(ProviderSettings settings, Clock clock) {
    this.settings = settings;
    http = new ProviderHttp(settings, headers(settings), StreamPieces::events, clock);
  }

  /** Returns the headers that every request to the API has. */
  static Map<String, String> headers(ProviderSettings settings) {
    return settings.key().map(key -> Map.of("Authorization", "Bearer " + key)).orElse(Map.of());
  }

  @Override
  public void check(OptionReader options) {
    OpenAiRequest.options(options);
  }

  @Override
  public Optional<String> refusalOf(JsonNode schema) {
    return SchemaSubset.OPENAI.refusalOf(schema);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    ObjectNode body = OpenAiRequest.of(settings.name(), request, options);
    if (settings.stream()) {
      OpenAiRequest.streamed(body);
    }
    return OpenAiReply.of(
        settings.name(), http.ask("chat/completions", Json.write(body), new OpenAiStream(tokens)));
  }
}
