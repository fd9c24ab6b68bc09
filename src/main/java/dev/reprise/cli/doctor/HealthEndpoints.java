package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ClientJson;
import dev.reprise.platform.FailureText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The health endpoints of a server, which need no login. */
final class HealthEndpoints implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final URI server;
  private final Clock clock;

  HealthEndpoints(URI server, Clock clock) {
    this.server = server;
    this.clock = clock;
  }

  /** Whether there was an answer of a health endpoint. */
  sealed interface Answer {}

  /** What the endpoint says. */
  record Reported(HealthReport report) implements Answer {}

  /** What answers is no health endpoint of a server that runs Reprise. */
  record Foreign(int status) implements Answer {}

  /** There was no answer. */
  record Silent(String why) implements Answer {}

  /** Asks an endpoint, such as {@code ready}. */
  Answer ask(String endpoint) throws InterruptedException {
    String base = server.toString().replaceAll("/+$", "");
    var request =
        HttpRequest.newBuilder(URI.create(base + "/health/" + endpoint)).timeout(TIMEOUT).build();
    try {
      Instant sent = clock.instant();
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      Instant middle = sent.plus(Duration.between(sent, clock.instant()).dividedBy(2));
      Optional<JsonNode> report =
          ClientJson.read(response.body()).filter(it -> it.path("checks").isArray());
      return report.isEmpty()
          ? new Foreign(response.statusCode())
          : new Reported(
              new HealthReport(
                  report.get(),
                  date(response).map(date -> Duration.between(middle, date)),
                  certificateUntil(response)));
    } catch (IOException e) {
      return new Silent(FailureText.of(e));
    }
  }

  private static Optional<Instant> date(HttpResponse<String> response) {
    try {
      return response
          .headers()
          .firstValue("Date")
          .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> certificateUntil(HttpResponse<String> response)
      throws SSLPeerUnverifiedException {
    Optional<SSLSession> session = response.sslSession();
    return session.isEmpty()
        ? Optional.empty()
        : Arrays.stream(session.get().getPeerCertificates())
            .filter(X509Certificate.class::isInstance)
            .map(it -> ((X509Certificate) it).getNotAfter().toInstant())
            .min(Comparator.naturalOrder());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
