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
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.RetryAfterHeader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * The HTTP client for providers, also for LangChain4j's models. The whole call is on the caller's
 * thread, and an interrupt ends it and its connection at once. Size and silence of a reply are
 * bounded. The client follows no redirects, which would send the key elsewhere, and never retries.
 *
 * <p>Each failure is a {@link CompletionException} with a {@link FaultException} as its cause.
 */
final class ProviderHttp implements dev.langchain4j.http.client.HttpClient {

  /** Bytes that are read of an error response. */
  private static final int MAX_ERROR_BYTES = 64 * 1024;

  private final ProviderSettings settings;
  private final Predicate<ServerSentEvent> isLast;
  private final Predicate<JsonNode> isReply;
  private final Clock clock;
  private final HttpClient client;

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
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // cancelling a call closes the connection
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .build();
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

  /** Sends the request and waits for the head of a successful response. */
  private BoundedResponseBody send(HttpRequest request) throws IOException, FaultException {
    HttpResponse<BoundedResponseBody> answer = answer(request);
    int status = answer.statusCode();
    if (status / 100 == 2) {
      return answer.body();
    }
    try (BoundedResponseBody body = answer.body()) {
      var text = new String(body.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
      Fault fault = ProviderErrors.ofStatus(settings.name(), status, text);
      throw new FaultException(
          answer
              .headers()
              .firstValue("Retry-After")
              .flatMap(value -> RetryAfterHeader.parse(value, clock.instant()))
              .map(fault::retryAfter)
              .orElse(fault));
    }
  }

  private HttpResponse<BoundedResponseBody> answer(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<BoundedResponseBody>> answer =
        client.sendAsync(
            of(request),
            head -> new BoundedResponseBody(settings.stallTimeout(), settings.maxReplyBytes()));
    try {
      return answer.get(settings.stallTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no answer within " + settings.stallTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      answer.cancel(true); // closes the connection if there is no answer yet
    }
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

  private CompletionException failed(Throwable cause) {
    if (cause instanceof FaultException) {
      return new CompletionException(cause);
    }
    Fault fault = FaultClassifier.of(cause);
    String message =
        "model provider '%s' at %s: %s"
            .formatted(settings.name(), settings.baseUrl(), fault.message());
    return new CompletionException(
        new FaultException(new Fault(kind(fault, cause), message), cause));
  }

  private static FailureClass kind(Fault fault, Throwable cause) {
    boolean isUnknown = fault.kind() == FailureClass.UNKNOWN;
    return isUnknown
            && cause instanceof IOException
            && !(cause instanceof BoundedResponseBody.BodyTooLongException)
        ? FailureClass.STREAM_RESET // the JDK has no exception type for it, only many messages
        : fault.kind();
  }

  /** A builder of an existing client. */
  private record ExistingClient(dev.langchain4j.http.client.HttpClient client)
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
