package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.Dialect;
import dev.reprise.model.provider.ProviderHttp;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.model.provider.StreamPieces;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Ollama's own chat. */
public final class OllamaDialect implements Dialect {

  private final ProviderSettings settings;
  private final ProviderHttp http;

  public OllamaDialect(ProviderSettings settings, Clock clock) {
    this.settings = settings;
    http = new ProviderHttp(settings, OpenAiDialect.headers(settings), StreamPieces::lines, clock);
  }

  @Override
  public void check(OptionReader options) {
    options(options);
  }

  /** Ollama makes a grammar of any schema. */
  @Override
  public Optional<String> refusalOf(JsonNode schema) {
    return Optional.empty();
  }

  @Override
  public ModelReply ask(ModelRequest request, OptionReader options, TokenListener tokens)
      throws FaultException {
    ObjectNode body = options(options);
    body.put("model", request.model().name()).put("stream", settings.stream());
    body.set("messages", OllamaMessages.of(settings.name(), request));
    if (!request.tools().isEmpty()) {
      body.set("tools", OpenAiRequest.tools(request.tools()));
    } else {
      // Beside tools the format would keep the model from calling them.
      request.output().ifPresent(schema -> body.set("format", Json.read(schema.text())));
    }
    return OllamaReply.of(
        settings.name(), http.ask("api/chat", Json.write(body), new OllamaStream(tokens)));
  }

  private static ObjectNode options(OptionReader options) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    options.flag("think").ifPresent(it -> body.put("think", it));
    ObjectNode read = body.putObject("options");
    options.number("temperature", 0, 2).ifPresent(it -> read.put("temperature", it));
    options.number("topP", 0, 1).ifPresent(it -> read.put("top_p", it));
    options.whole("topK", 1, 1_000_000).ifPresent(it -> read.put("top_k", it));
    options
        .whole("maxOutputTokens", 1, Integer.MAX_VALUE)
        .ifPresent(it -> read.put("num_predict", it));
    options.whole("contextLength", 1, Integer.MAX_VALUE).ifPresent(it -> read.put("num_ctx", it));
    options
        .whole("seed", Integer.MIN_VALUE, Integer.MAX_VALUE)
        .ifPresent(it -> read.put("seed", it));
    List<String> stop = options.texts("stop", 16);
    if (!stop.isEmpty()) {
      stop.forEach(read.putArray("stop")::add);
    }
    return body;
  }
}
