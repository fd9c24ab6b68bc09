package dev.reprise.example;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Retry;
import dev.reprise.resilience.RetryAfterHeader;
import dev.reprise.resilience.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The example of {@code src/docs/resilience.md}: a client that copes with failures of a server. It
 * runs by itself, against a server in the same process that is busy twice.
 */
public final class Weather {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Clock clock = Clock.systemUTC();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerKey.tool("acme", "weather"), BreakerSettings.TOOL, clock);
  private final Retry retry =
      Retry.of(RetryPolicy.TRANSPORT.withAttempts(3))
          .onRetry(it -> System.out.println(it.fault() + "; retried in " + it.delay()));

  String at(URI place) throws Exception {
    return retry.call(() -> guarded(place));
  }

  private String guarded(URI place) throws FaultException, IOException, InterruptedException {
    CircuitBreaker.Permit permit =
        breaker.tryAcquire().orElseThrow(() -> new FaultException(breaker.refusal()));
    try {
      String weather = asked(place);
      permit.succeeded();
      return weather;
    } catch (FaultException | IOException e) {
      permit.failed(FaultClassifier.of(e));
      throw e;
    }
  }

  private String asked(URI place) throws FaultException, IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(place).timeout(Duration.ofSeconds(5)).build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 200) {
      return answer.body();
    }
    var fault =
        new Fault(
            FaultClassifier.ofStatus(answer.statusCode(), answer.body()),
            "the weather answers with " + answer.statusCode(),
            answer
                .headers()
                .firstValue("Retry-After")
                .flatMap(value -> RetryAfterHeader.parse(value, clock.instant())));
    throw new FaultException(fault);
  }

  /** Asks a server that answers 503 twice. */
  public static void main(String... none) throws Exception {
    var asked = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(asked.incrementAndGet() < 3 ? 503 : 200, 4);
            exchange.getResponseBody().write("rain".getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    try {
      var place = URI.create("http://localhost:%d/".formatted(server.getAddress().getPort()));
      System.out.println(new Weather().at(place));
    } finally {
      server.stop(0);
    }
  }
}
