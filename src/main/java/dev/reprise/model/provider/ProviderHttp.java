package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/**
 * The client of a provider for single calls, also for LangChain4j's models.
 *
 * <p>Each failure is a {@link CompletionException} with a {@link FaultException} as its cause.
 */
final class ProviderHttp implements dev.langchain4j.http.client.HttpClient {

  private final ProviderSettings settings;
  private final Predicate<ServerSentEvent> isLast;
  private final Predicate<JsonNode> isReply;
  private final ProviderClient client;

  /**
   * @param isLast tells whether an event ends a streamed reply
   * @param isReply tells whether a body is a reply, which LangChain4j does not check
   */
  ProviderHttp(
      ProviderSettings settings,
      Predicate<ServerSentEvent> isLast,
      Predicate<JsonNode> isReply,
      Clock clock) {
    this.settings = settings;
    this.isLast = isLast;
    this.isReply = isReply;
    this.client = new ProviderClient(settings, clock);
  }

  /** Returns a builder that gives this client to LangChain4j. It ignores LangChain4j's timeouts. */
  HttpClientBuilder builder() {
    return new ExistingClient(this);
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    try (BoundedResponseBody body = send(request)) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      JsonNode reply = Json.read(text);
      var fault = ProviderErrors.within(settings.name(), reply);
      if (fault.isPresent()) {
        throw new FaultException(fault.get());
      }
      if (!isReply.test(reply)) {
        throw new IllegalArgumentException(
            "not a reply: the answer is empty or has another content");
      }
      return SuccessfulHttpResponse.builder().statusCode(200).body(text).build();
    } catch (IllegalArgumentException e) {
      throw failed(
          new FaultException(
              new Fault(
                  FailureClass.SERVER_ERROR,
                  "the reply of model provider '%s' is %s"
                      .formatted(settings.name(), e.getMessage())),
              e));
    } catch (IOException | FaultException e) {
      throw failed(e);
    }
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    try (BoundedResponseBody body = send(request)) {
      var events = new StreamErrorDetector(settings.name(), isLast, body, listener);
      parser.parse(body, events);
      events.close();
    } catch (IOException | FaultException e) {
      throw failed(e);
    }
  }

  private BoundedResponseBody send(HttpRequest request) throws IOException, FaultException {
    return client.send(of(request), settings.maxReplyBytes());
  }

  private static java.net.http.HttpRequest of(HttpRequest request) {
    var builder =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(request.body()));
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
    return builder.build();
  }

  private CompletionException failed(Exception cause) {
    return new CompletionException(client.failure(cause));
  }

  /** A builder that gives an existing client to LangChain4j, whose timeouts it ignores. */
  record ExistingClient(dev.langchain4j.http.client.HttpClient client)
      implements HttpClientBuilder {

    @Override
    public Duration connectTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration ignored) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration ignored) {
      return this;
    }

    @Override
    public dev.langchain4j.http.client.HttpClient build() {
      return client;
    }
  }
}
