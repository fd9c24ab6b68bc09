package dev.reprise.model.provider;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.RetryAfterHeader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests to a provider. The whole call is on the caller's thread, and an interrupt ends it
 * and its connection at once. Size and silence of an answer are bounded. It follows no redirects,
 * which would send the key elsewhere, and never retries. Tested by {@code OllamaProviderTest}.
 */
public final class ProviderClient {

  /** Bytes that are read of an error response. */
  private static final int MAX_ERROR_BYTES = 64 * 1024;

  private final ProviderSettings settings;
  private final Clock clock;
  private final HttpClient client;

  public ProviderClient(ProviderSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // cancelling a call closes the connection
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .build();
  }

  /**
   * Sends the request and waits for the head of a successful response.
   *
   * @param maxBytes the most bytes of the response
   * @throws FaultException if the response is not a success
   * @throws IOException if there is none
   */
  public BoundedResponseBody send(HttpRequest request, long maxBytes)
      throws IOException, FaultException {
    HttpResponse<BoundedResponseBody> answer = answer(request, maxBytes);
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

  private HttpResponse<BoundedResponseBody> answer(HttpRequest request, long maxBytes)
      throws IOException {
    CompletableFuture<HttpResponse<BoundedResponseBody>> answer =
        client.sendAsync(
            request,
            head -> new BoundedResponseBody(settings.stallTimeout(), maxBytes, head.headers()));
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

  /** Returns the classified failure of a call, from what {@link #send} or its body threw. */
  public FaultException failure(Exception cause) {
    if (cause instanceof FaultException known) {
      return known;
    }
    Fault fault = FaultClassifier.of(cause);
    String message =
        "model provider '%s' at %s: %s"
            .formatted(settings.name(), settings.baseUrl(), fault.message());
    return new FaultException(new Fault(kind(fault, cause), message), cause);
  }

  private static FailureClass kind(Fault fault, Exception cause) {
    boolean isUnknown = fault.kind() == FailureClass.UNKNOWN;
    return isUnknown
            && cause instanceof IOException
            && !(cause instanceof BoundedResponseBody.BodyTooLongException)
        ? FailureClass.STREAM_RESET // the JDK has no exception type for it, only many messages
        : fault.kind();
  }
}
