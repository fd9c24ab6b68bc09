package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.sse.DefaultServerSentEventParser;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.Map;

/**
 * Anthropic's Messages API, in wire records of this package.
 *
 * <p>LangChain4j's public model for Anthropic is not used, because it does not keep the order of
 * the blocks within a message.
 */
final class AnthropicDialect implements Dialect {

  private static final String VERSION = "2023-06-01";

  /** The API expects the header with every request, even where a gateway needs no key. */
  private static final String NO_KEY = "none";

  private final ProviderSettings settings;
  private final ProviderHttp http;

  AnthropicDialect(ProviderSettings settings, Clock clock) {
    this.settings = settings;
    http =
        new ProviderHttp(
            settings,
            event -> "message_stop".equals(event.event()),
            reply -> reply.path("content").isArray(),
            clock);
  }

  @Override
  public void check(OptionReader options) {
    AnthropicOptions.read(options);
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    String body = AnthropicRequest.of(settings, request, AnthropicOptions.read(options)).toJson();
    return AnthropicReply.of(settings.name(), message(post(body), tokens));
  }

  private HttpRequest post(String body) {
    return HttpRequest.builder()
        .method(HttpMethod.POST)
        .url(settings.baseUrl().toString(), "messages")
        .addHeader("Content-Type", "application/json")
        .addHeaders(headers(settings))
        .body(body)
        .build();
  }

  /** Returns the headers that every request to the API has. */
  static Map<String, String> headers(ProviderSettings settings) {
    return Map.of("x-api-key", settings.key().orElse(NO_KEY), "anthropic-version", VERSION);
  }

  private JsonNode message(HttpRequest request, TokenListener tokens) {
    if (!settings.stream()) {
      return Json.read(http.execute(request).body());
    }
    var stream = new AnthropicStream(tokens);
    http.execute(request, new DefaultServerSentEventParser(), stream);
    return stream.message();
  }
}
