package dev.reprise.resilience;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The example of {@code src/docs/resilience.md}: a client that copes with failures of a server. */
final class Weather {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Clock clock = Clock.systemUTC();
  private final CircuitBreaker breaker =
      new CircuitBreaker(BreakerKey.tool("acme", "weather"), BreakerSettings.TOOL, clock);
  private final RetryPolicy retry = RetryPolicy.TRANSPORT.withAttempts(3);
  private final RandomGenerator random = RandomGenerator.getDefault();

  String at(URI place) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return guarded(place);
      } catch (Exception e) {
        switch (retry.after(attempt, FaultClassifier.of(e), Optional.empty(), random)) {
          case RetryPolicy.Stop ignored -> throw e;
          case RetryPolicy.Again(Duration delay) -> {
            System.out.println(e.getMessage() + "; retried in " + delay);
            Thread.sleep(delay);
          }
        }
      }
    }
  }

  private String guarded(URI place) throws Exception {
    CircuitBreaker.Permit permit =
        breaker.tryAcquire().orElseThrow(() -> new FaultException(breaker.refusal()));
    try {
      String weather = asked(place);
      permit.succeeded();
      return weather;
    } catch (Exception e) {
      permit.failed(FaultClassifier.of(e));
      throw e;
    }
  }

  private String asked(URI place) throws Exception {
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
}
