package dev.reprise.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends requests, and sends them again where that is safe. Tested by {@code RepeatedRequestTest}.
 */
public final class Transport implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);
  private static final int UNAVAILABLE = 503;

  /** No problem of the API is as long; what is not the API may answer without an end. */
  private static final int LONGEST_REFUSAL = 1_000_000;

  /** The server still carries out the request whose connection was lost. */
  private static final String IN_FLIGHT = "request-in-flight";

  /** What a proxy answers without its server, or a server before its application has started. */
  private static final Set<Integer> NOT_THERE = Set.of(404, 502, UNAVAILABLE, 504);

  private final Connection connection;
  private final RetryPolicy policy;
  private final Pause pause;

  /** HTTP/1.1, with which a lost connection is one lost request. */
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  public Transport(Connection connection, RetryPolicy policy, Pause pause) {
    this.connection = connection;
    this.policy = policy;
    this.pause = pause;
  }

  /** Sends a request, again if necessary, and returns the JSON of the answer. */
  public JsonNode send(ApiRequest request) throws RepriseException, InterruptedException {
    String text = sendForText(request);
    return text.isEmpty()
        ? MissingNode.getInstance()
        : ClientJson.read(text)
            .orElseThrow(
                () -> notTheApi("does not answer in JSON", UnreachableException.Stage.LOST));
  }

  /** Sends a request, again if necessary, and returns the answer. */
  private String sendForText(ApiRequest request) throws RepriseException, InterruptedException {
    boolean wasLost = false;
    for (int attempt = 1; ; attempt++) {
      try (InputStream body = open(request, connection.timeout()).body()) {
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        var lost = lost(e);
        wasLost = true;
        pauseOrThrow(request, attempt, lost, policy.delayAfter(attempt));
      } catch (UnreachableException e) {
        wasLost |= e.stage() == UnreachableException.Stage.LOST;
        if (!wasLost && attempt >= policy.attemptsToReach()) {
          throw e; // nothing has happened, and the address may be wrong
        }
        pauseOrThrow(request, attempt, e, policy.delayAfter(attempt));
      } catch (ProblemException e) {
        pauseOrThrow(request, attempt, e, delayAfter(e, attempt).orElseThrow(() -> e));
      }
    }
  }

  /** Writes the answer to a request to a file. */
  public void download(ApiRequest request, OutputStream file)
      throws RepriseException, IOException, InterruptedException {
    try (InputStream body = open(request, connection.timeout()).body()) {
      body.transferTo(file);
    }
  }

  private void pauseOrThrow(ApiRequest request, int attempt, RepriseException e, Duration delay)
      throws RepriseException, InterruptedException {
    if (attempt >= policy.attempts() || !request.isRepeatable()) {
      throw e;
    }
    pause.sleep(delay);
  }

  /** Returns when a refused request may have success, or empty if it will have none. */
  private Optional<Duration> delayAfter(ProblemException e, int attempt) {
    if (e.problem().code().equals(IN_FLIGHT)) {
      return Optional.of(policy.delayAfter(attempt));
    }
    return e.problem()
        .retryAfter()
        .filter(delay -> e.problem().status() == UNAVAILABLE)
        .filter(delay -> delay.compareTo(LONGEST_RETRY_AFTER) <= 0);
  }

  /**
   * Sends a request once, and returns the answer when its body begins.
   *
   * @throws ProblemException if the server refuses it
   * @throws UnreachableException if there is no answer of the API
   */
  public HttpResponse<InputStream> open(ApiRequest request, Duration timeout)
      throws RepriseException, InterruptedException {
    HttpResponse<InputStream> response;
    try {
      response = http.send(http(request, timeout), BodyHandlers.ofInputStream());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw notSent("cannot be reached", e);
    } catch (SSLException e) {
      throw isBeforeTheRequest(e) ? notSent("cannot be reached: " + tls(e), e) : lost(e);
    } catch (IOException e) {
      throw lost(e);
    }
    if (response.statusCode() / 100 == 2) {
      return response;
    }
    throw refusal(response);
  }

  private HttpRequest http(ApiRequest request, Duration timeout) {
    var builder =
        HttpRequest.newBuilder(connection.api(request.address()))
            .timeout(timeout)
            .header("Authorization", connection.credentials().header())
            .method(
                request.method(),
                request
                    .body()
                    .map(body -> BodyPublishers.ofString(body.text()))
                    .orElseGet(BodyPublishers::noBody));
    request.body().ifPresent(body -> builder.header("Content-Type", body.mediaType()));
    request.key().ifPresent(key -> builder.header("Idempotency-Key", key.value()));
    request.headers().forEach(builder::header);
    return builder.build();
  }

  private RepriseException refusal(HttpResponse<InputStream> response) {
    int status = response.statusCode();
    boolean isProblem =
        response
            .headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith("application/problem+json"))
            .isPresent();
    String text;
    try (InputStream body = response.body()) {
      text = new String(body.readNBytes(LONGEST_REFUSAL), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return lost(e);
    }
    if (!isProblem && NOT_THERE.contains(status)) {
      return notTheApi(
          "answers %d, and not as Reprise does".formatted(status),
          UnreachableException.Stage.NOT_SENT);
    }
    return new ProblemException(
        Problem.of(
            status,
            ClientJson.read(text).orElseGet(MissingNode::getInstance),
            response.headers().firstValue("Retry-After").flatMap(Transport::seconds)));
  }

  private static Optional<Duration> seconds(String text) {
    try {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    } catch (NumberFormatException isADate) {
      return Optional.empty();
    }
  }

  private UnreachableException notTheApi(String what, UnreachableException.Stage stage) {
    return new UnreachableException("%s %s".formatted(connection.server(), what), stage);
  }

  private UnreachableException lost(IOException e) {
    return new UnreachableException(
        "the connection to %s was lost: %s".formatted(connection.server(), words(e)),
        e,
        UnreachableException.Stage.LOST);
  }

  private UnreachableException notSent(String what, IOException e) {
    return new UnreachableException(
        "%s %s".formatted(connection.server(), what), e, UnreachableException.Stage.NOT_SENT);
  }

  private static boolean isBeforeTheRequest(SSLException e) {
    return e instanceof SSLHandshakeException || isPlaintext(e);
  }

  /** The JDK has no class for an answer that is not TLS. */
  private static boolean isPlaintext(SSLException e) {
    return String.valueOf(e.getMessage()).contains("plaintext");
  }

  private static String tls(SSLException e) {
    if (isPlaintext(e)) {
      return "it does not speak TLS at this port";
    }
    String said = String.valueOf(e.getMessage());
    return said.contains("PKIX") || said.contains("certificate")
        ? "TLS failed; the server's certificate must be signed by an authority that Java trusts"
            + " (-Djavax.net.ssl.trustStore)"
        : "TLS failed: " + said;
  }

  private static String words(IOException e) {
    if (e instanceof SSLException failed) {
      return tls(failed);
    }
    return e.getMessage() == null ? "it was closed" : e.getMessage();
  }

  public RetryPolicy policy() {
    return policy;
  }

  /** Ends open exchanges at once. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
