package dev.reprise.mcp.transport;

import dev.reprise.mcp.transport.HttpRefusalException.Asked;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.RetryAfterHeader;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * An HTTP client whose requests fail with an {@link HttpRefusalException} if the status is no
 * success. The library's transport drops the headers and the session of such an answer, and ends
 * all other requests of a session when one is told that the session is unknown. Tested by {@code
 * HttpAnswersTest}.
 */
final class StatusCheckingHttpClient extends HttpClient {

  private static final String SESSION = "Mcp-Session-Id";

  private final HttpClient client;
  private final Clock clock;
  private final Redaction redaction;
  private final AtomicBoolean hasStreamed = new AtomicBoolean();

  /**
   * @param client sends the requests
   * @param clock the reference for {@code Retry-After}
   */
  StatusCheckingHttpClient(HttpClient client, Clock clock, Redaction redaction) {
    this.redaction = redaction;
    this.client = client;
    this.clock = clock;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return client.sendAsync(request, checking(request, handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushed) {
    return client.sendAsync(request, checking(request, handler), pushed);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return client.send(request, checking(request, handler));
  }

  private <T> BodyHandler<T> checking(HttpRequest request, BodyHandler<T> handler) {
    return response -> body(request, response, handler);
  }

  private <T> BodySubscriber<T> body(
      HttpRequest request, ResponseInfo response, BodyHandler<T> handler) {
    Asked asked = asked(request);
    if (response.statusCode() >= 200 && response.statusCode() < 300) {
      if (asked == Asked.STREAM) {
        hasStreamed.set(true);
      }
      return handler.apply(response);
    }
    return new RefusalBody<>(
        text ->
            new HttpRefusalException(
                asked,
                response.statusCode(),
                redaction.text(text),
                retryAfter(response.headers())));
  }

  private Asked asked(HttpRequest request) {
    if (request.method().equals("GET")) {
      return hasStreamed.get() ? Asked.STREAM_AGAIN : Asked.STREAM;
    }
    return request.headers().firstValue(SESSION).isPresent()
        ? Asked.MESSAGE_IN_SESSION
        : Asked.MESSAGE;
  }

  private Optional<Duration> retryAfter(HttpHeaders headers) {
    return headers
        .firstValue("Retry-After")
        .flatMap(value -> RetryAfterHeader.parse(value, clock.instant()));
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }
}
