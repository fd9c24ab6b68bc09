package dev.reprise.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.Problem;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.client.http.UnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which requests are sent again, after how long, and under which key. */
class RepeatedRequestTest {

  private static final UUID RUN = UUID.fromString("0198a000-0000-7000-8000-000000000001");
  private static final String VIEW =
      """
      {"id": "%s", "status": "QUEUED", "agent": "quick", "workspace": "test", "new": {"a": 1.50}}
      """
          .formatted(RUN);
  private static final Submission SUBMISSION =
      new Submission("quick", "test", ClientJson.object().put("a", "b"));

  private final ScriptedServer server = new ScriptedServer();
  private final List<Duration> pauses = new ArrayList<>();
  private final RepriseClient client = client(server.address());

  private RepriseClient client(URI address) {
    return new RepriseClient(
        new Connection(address, new Credentials.Login("ada", "secret")),
        new RetryPolicy(4, Duration.ofMillis(100), Duration.ofSeconds(1)),
        pauses::add);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void nothingIsRepeatedAtAnAddressThatDoesNotSpeakTls() throws Exception {
    try (var plain = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> answered = threads.submit(() -> answerInPlaintext(plain));

      assertThat(refused(plain.getLocalPort()))
          .endsWith("cannot be reached: it does not speak TLS at this port");
      assertThat(answered.get()).isNull();
    }
    assertThat(pauses).isEmpty();
  }

  private static @Nullable Void answerInPlaintext(ServerSocket plain) throws IOException {
    try (Socket caller = plain.accept()) {
      int unused = caller.getInputStream().read();
      caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
    }
    return null;
  }

  @Test
  void nothingIsRepeatedIfTlsFailsBeforeTheRequest() throws Exception {
    var withoutKeys = SSLContext.getInstance("TLS");
    withoutKeys.init(null, null, null);
    var secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(withoutKeys));
    secure.start();
    try {
      assertThat(refused(secure.getAddress().getPort()))
          .contains("cannot be reached: TLS failed: ")
          .doesNotContain("java", "Exception");
    } finally {
      secure.stop(0);
    }
    assertThat(pauses).isEmpty();
  }

  private String refused(int port) {
    try (RepriseClient wrong = client(URI.create("https://localhost:" + port))) {
      var unreachable =
          catchThrowableOfType(UnreachableException.class, () -> wrong.runs().show(RUN));
      return unreachable.getMessage();
    }
  }

  @Test
  void aSubmissionIsRepeatedUnderItsKeyAfterALostConnection() throws Exception {
    server.loseConnection().loseConnection().json(202, VIEW);

    Run run = client.runs().submit(SUBMISSION, new IdempotencyKey("mine"));

    assertThat(run.id()).isEqualTo(RUN);
    assertThat(run.status()).isEqualTo(RunStatus.QUEUED);
    assertThat(server.asked())
        .hasSize(3)
        .allSatisfy(
            it -> {
              assertThat(it.header("Idempotency-key")).contains("mine");
              assertThat(it.header("Authorization")).contains("Basic YWRhOnNlY3JldA==");
              assertThat(it.body())
                  .isEqualTo(
                      """
                      {"agent":"quick","workspace":"test","input":{"a":"b"}}""");
            });
    assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
  }

  @Test
  void anActIsRepeatedWhenTheServerSaysSo() throws Exception {
    server.problemForAWhile(503, "store-unavailable", 7).json(202, VIEW);

    client.runs().cancel(RUN, Change.because("enough"));

    assertThat(pauses).containsExactly(Duration.ofSeconds(7));
    assertThat(server.asked())
        .extracting(it -> it.header("Idempotency-key"))
        .hasSize(2)
        .containsOnly(server.asked().getFirst().header("Idempotency-key"));
    assertThat(server.asked().getFirst().body()).isEqualTo("{\"reason\":\"enough\"}");
  }

  @Test
  void aRequestThatIsStillCarriedOutIsAskedForAgain() throws Exception {
    server.loseConnection().problem(409, "request-in-flight").json(202, VIEW);

    client.runs().submit(SUBMISSION, IdempotencyKey.random());

    assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
  }

  @Test
  void eachRequestHasAKeyOfItsOwn() throws Exception {
    server.json(202, VIEW).json(202, VIEW);

    client.runs().pause(RUN, Change.unexplained());
    client.runs().pause(RUN, Change.unexplained());

    assertThat(server.asked())
        .extracting(it -> it.header("Idempotency-key"))
        .doesNotHaveDuplicates();
  }

  @Test
  void anUnavailableServerThatNamesNoTimeIsNotAskedAgain() {
    server.problem(503, "too-many-bodies");

    assertThatThrownBy(() -> client.runs().cancel(RUN, Change.unexplained()))
        .isInstanceOf(ProblemException.class);
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aProblemSaysWhatIsWrong() {
    server.problem(422, "unknown-agent");

    assertThatThrownBy(() -> client.runs().submit(SUBMISSION, IdempotencyKey.random()))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().status()).isEqualTo(422);
              assertThat(e.problem().code()).isEqualTo("unknown-agent");
              assertThat(e.problem().detail()).isEqualTo("It is so.");
              assertThat(e.problem().errors())
                  .containsExactly(
                      new Problem.FieldError(
                          "/agent", "is missing", Optional.of(new Problem.Place(3, 5))));
            })
        .hasMessage("It is so. (422 unknown-agent)");
    assertThat(pauses).isEmpty();
  }

  /** A body that does not end must not fill the memory of the client. */
  @Test
  void aRefusalIsReadUpToABound() throws Exception {
    var written = new AtomicLong();
    var hasEnded = new CountDownLatch(1);
    server.will(
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
          exchange.sendResponseHeaders(422, 0);
          try {
            for (int n = 0; n < 4_000; n++) {
              exchange.getResponseBody().write(new byte[16_384]);
              written.addAndGet(16_384);
            }
          } finally {
            hasEnded.countDown();
          }
        });

    assertThatThrownBy(() -> client.runs().submit(SUBMISSION, IdempotencyKey.random()))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(422));
    assertThat(hasEnded.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(written).as("of 65,536,000").hasValueLessThan(32_000_000);
  }

  @Test
  void itGivesUpAfterAsManyAttemptsAsThePolicyAllows() {
    server.loseConnection().loseConnection().loseConnection().loseConnection();

    assertThatThrownBy(() -> client.runs().submit(SUBMISSION, IdempotencyKey.random()))
        .isInstanceOfSatisfying(
            UnreachableException.class,
            e -> assertThat(e.stage()).isEqualTo(UnreachableException.Stage.LOST));
    assertThat(server.asked()).hasSize(4);
  }

  @Test
  void aRequestWithoutAKeyIsSentOnce() {
    server.loseConnection();

    assertThatThrownBy(
            () -> client.send(ApiRequest.of(Operation.PRUNE_ARTIFACTS).body(ClientJson.object())))
        .isInstanceOf(UnreachableException.class);
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aServerThatIsNotThereFailsAtOnce() {
    server.close();

    assertThatThrownBy(() -> client.runs().show(RUN))
        .isInstanceOfSatisfying(
            UnreachableException.class,
            e -> assertThat(e.stage()).isEqualTo(UnreachableException.Stage.NOT_SENT));
    assertThat(pauses).isEmpty();
  }

  @Test
  void aServerThatStartsIsAskedAgainAfterALostConnection() throws Exception {
    server.loseConnection().withoutApplication().json(202, VIEW);

    assertThat(client.runs().retry(RUN, Change.unexplained()).id()).isEqualTo(RUN);
  }

  @Test
  void whatTheClientDoesNotKnowIsKeptExactly() throws Exception {
    server.json(200, VIEW);

    assertThat(client.runs().show(RUN).json().at("/new/a").toString()).isEqualTo("1.50");
  }

  @Test
  void anAddressMayHaveAPathAndAQuery() throws Exception {
    try (var proxied = client(server.address().resolve("/proxy/"))) {
      server.json(200, "{\"items\": [%s], \"nextCursor\": \"a b\"}".formatted(VIEW));

      var filter =
          new RunFilter(
              Optional.empty(),
              Optional.of("ä"),
              Optional.empty(),
              new RunFilter.Cause(Optional.of("timeout"), Optional.of("0123456789abcdef:read")),
              RunFilter.Period.ALWAYS,
              new RunFilter.Period(Optional.of(Instant.EPOCH), Optional.empty()),
              Map.of("team", "x", "env", "prod"),
              Optional.of("why?"));

      Page<Run> page = proxied.runs().list(new RunQuery(filter, true, 5, Optional.empty()));

      assertThat(page.next()).contains("a b");
      assertThat(server.asked().getFirst().address())
          .isEqualTo(
              URI.create(
                  "/proxy/api/v1/runs?agent=%C3%A4&endedAfter=1970-01-01T00%3A00%3A00Z&failureCode=timeout&failureGroup=0123456789abcdef%3Aread&label=env%3Dprod&label=team%3Dx&limit=5&q=why%3F&sort=createdAt"));
    }
  }

  @Test
  void anApiKeyIsABearer() throws Exception {
    server.json(200, VIEW);
    try (var other =
        new RepriseClient(new Connection(server.address(), new Credentials.ApiKey("k")))) {
      other.runs().show(RUN);
    }

    assertThat(server.asked().getFirst().header("Authorization")).contains("Bearer k");
  }
}
