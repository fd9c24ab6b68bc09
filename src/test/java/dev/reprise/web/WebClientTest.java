package dev.reprise.web;

import static dev.reprise.web.LoopbackServer.answer;
import static dev.reprise.web.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.fixture.TestConfig;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to real servers on this machine, correct ones and others. */
@Timeout(30)
class WebClientTest {

  @Test
  void requestsByNameAndReturnsTheResponse() throws Exception {
    try (var server =
            LoopbackServer.saying(
                "HTTP/1.1 200 Fine",
                "Content-Type: text/plain; charset=iso-8859-1",
                "ETag: \"e1\"",
                "Set-Cookie: a=b",
                "Content-Length: 5",
                "",
                "hello");
        var web = WebFixture.of(server)) {
      WebResponse answer = ask(web, server.url("/a//b?q=%20&x"));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.reason()).isEqualTo("Fine");
      assertThat(answer.url()).hasToString(server.url("/a//b?q=%20&x"));
      assertThat(answer.headers())
          .isEqualTo(Map.of("content-type", "text/plain; charset=iso-8859-1", "etag", "\"e1\""));
      assertThat(text(answer).raw()).isEqualTo("hello");
      var heard = server.heard().getFirst();
      assertThat(heard.line()).isEqualTo("GET /a//b?q=%20&x HTTP/1.1");
      assertThat(heard.headers())
          .contains("host: server.example:" + server.port(), "user-agent: reprise")
          .noneMatch(it -> it.startsWith("upgrade") || it.startsWith("cookie"));
    }
  }

  @Test
  void sendsNoCookies() throws Exception {
    try (var server =
            LoopbackServer.saying(
                "HTTP/1.1 200 OK", "Set-Cookie: a=b", "Content-Length: 0", "", "");
        var web = WebFixture.of(server)) {
      ask(web, server.url("/"));
      ask(web, server.url("/"));

      assertThat(server.heard()).hasSize(2);
      assertThat(server.heard().get(1)).isEqualTo(server.heard().get(0));
    }
  }

  @Test
  void connectsToTheCheckedAddressAfterARebind() throws Exception {
    var asked = new AtomicInteger();
    Resolver rebinding =
        name ->
            List.of(
                IpAddressParser.read(asked.getAndIncrement() == 0 ? "127.0.0.1" : "10.1.2.3")
                    .orElseThrow());
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "checked"));
        var web = WebFixture.of(rebinding, server)) {
      assertThat(text(ask(web, server.url("rebind.example", "/"))).raw()).isEqualTo("checked");
      assertThat(web.lookedUp()).containsExactly("rebind.example");

      RequestBlockedException refused = refusal(web, server.url("rebind.example", "/"));
      assertThat(refused.code()).isEqualTo("address_not_allowed");
      assertThat(server.heard()).hasSize(1);
    }
  }

  @Test
  void triesTheNextAddressIfOneRefusesConnections() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "second"));
        var web = WebFixture.of(server)) {
      assertThat(text(ask(web, server.url("twice.example", "/"))).raw()).isEqualTo("second");
      assertThat(web.lookedUp()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void followsARedirectThroughTheGuard(int status) throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  if (request.path().equals("/from")) {
                    write(client, "HTTP/1.1 " + status + " x", "Location: to?q#f", "", "ignored");
                  } else {
                    write(client, answer("200 OK", "text/plain", "there"));
                  }
                });
        var web = WebFixture.of(server)) {
      WebResponse answer = ask(web, server.url("/from"));

      assertThat(answer.url()).hasToString(server.url("/to?q"));
      assertThat(text(answer).raw()).isEqualTo("there");
      assertThat(web.lookedUp()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://10.1.2.3/                     | address_not_allowed
          http://intranet.example/             | address_not_allowed
          http://169.254.169.254/latest/       | address_not_allowed
          http://metadata.example/             | address_not_allowed
          http://mixed.example/                | address_not_allowed
          http://mapped.example/               | address_not_allowed
          http://127.0.0.200/                  | address_not_allowed
          http://[::ffff:127.0.0.1]/           | address_not_allowed
          http://[::1]/                        | address_not_allowed
          //intranet.example/                  | address_not_allowed
          http://0x7f.1/                       | invalid_url
          http://2130706433/                   | invalid_url
          file:///etc/passwd                   | invalid_url
          FILE:/etc/passwd                     | invalid_url
          gopher://127.0.0.1/                  | invalid_url
          jar:http://server.example!/x         | invalid_url
          data:text/plain,x                    | invalid_url
          javascript:alert(1)                  | invalid_url
          http://user:pass@server.example/     | invalid_url
          http://server.example\\@10.1.2.3/    | invalid_url
          http://server.example:22/            | port_not_allowed
          """)
  void refusesARedirectThatTheGuardRefuses(String location, String code) throws Exception {
    try (var server = LoopbackServer.saying("HTTP/1.1 302 Found", "Location: " + location, "", "");
        var web = WebFixture.of(server)) {
      assertThat(refusal(web, server.url("/")).code()).isEqualTo(code);
      assertThat(server.heard()).hasSize(1);
    }
  }

  @Test
  void followsFiveRedirectsAndNoMore() throws Exception {
    try (var server = LoopbackServer.saying("HTTP/1.1 302 Found", "Location: /", "", "");
        var web = WebFixture.of(server)) {
      RequestBlockedException refused = refusal(web, server.url("/"));

      assertThat(refused.code()).isEqualTo("redirect_not_allowed");
      assertThat(refused.reason()).contains("at most 5 redirects");
      assertThat(server.heard()).hasSize(6);
    }
  }

  @Test
  void sendsHeadersOnlyToTheirServer() throws Exception {
    try (var other = LoopbackServer.saying(answer("200 OK", "text/plain", ""));
        var server =
            LoopbackServer.that(
                (request, client) ->
                    write(
                        client,
                        "HTTP/1.1 302 Found",
                        "Location: "
                            + (request.path().equals("/a")
                                ? "/b"
                                : other.url("server.example", "/")),
                        "",
                        ""));
        var web = WebFixture.of(server, other)) {
      var headers =
          Map.of("authorization", "Bearer abc", "accept", "text/html", "if-none-match", "e");
      web.client()
          .ask(
              new WebRequest(server.url("/a"), headers, Optional.empty(), HostAllowlist.ANY),
              Fence.OPEN);

      assertThat(server.heard())
          .hasSize(2)
          .allMatch(it -> it.headers().contains("authorization: bearer abc"));
      assertThat(other.heard().getFirst().headers())
          .contains("accept: text/html")
          .noneMatch(it -> it.startsWith("authorization") || it.startsWith("if-none-match"));
    }
  }

  @Test
  void sendsNothingIfTheFenceIsClosedWhenTheConnectionIsOpen() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "thanks"));
        var web = WebFixture.of(server)) {
      NoResponseException failure =
          catchThrowableOfType(
              NoResponseException.class, () -> web.client().ask(get(server.url("/")), closed()));

      assertThat(failure.mayHaveBeenHeard()).isFalse();
      assertThat(failure.fault().kind()).isEqualTo(FailureClass.LEASE_UNCONFIRMED);
      assertThat(server.heard()).isEmpty();
    }
  }

  private static Fence closed() {
    return new Fence() {
      @Override
      public long token() {
        return 1;
      }

      @Override
      public void check() throws FaultException {
        throw new FaultException(new Fault(FailureClass.LEASE_UNCONFIRMED, "lost"));
      }
    };
  }

  @Test
  void appliesTheHostsOfARequest() throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) ->
                    write(
                        client,
                        "HTTP/1.1 302 Found",
                        "Location: http://other.example:" + client.getLocalPort() + "/",
                        "",
                        ""));
        var web =
            WebFixture.allowing(HostAllowlist.of(List.of("*.example", "example.org")), server)) {
      var only = HostAllowlist.of(List.of("server.example", "example.com"));

      RequestBlockedException refused =
          catchThrowableOfType(
              RequestBlockedException.class,
              () ->
                  web.client()
                      .ask(
                          new WebRequest(server.url("/"), Map.of(), Optional.empty(), only),
                          Fence.OPEN));
      assertThat(refused.code()).isEqualTo("host_not_allowed");
      assertThat(refused.reason())
          .contains("other.example")
          .endsWith("allowed hosts are server.example");
      assertThat(server.heard()).hasSize(1);
      assertThat(web.lookedUp()).containsExactly("server.example");
    }
  }

  @Test
  void decodesUpToTheLimit() throws Exception {
    byte[] small = gzip("x".repeat(90_000));
    byte[] bomb = gzip("x".repeat(50_000_000));
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  byte[] packed = request.path().equals("/bomb") ? bomb : small;
                  write(
                      client,
                      "HTTP/1.1 200 OK",
                      "Content-Type: text/plain",
                      "Content-Encoding: gzip",
                      "Content-Length: " + packed.length,
                      "",
                      "");
                  write(client, packed);
                });
        var web = WebFixture.of(server)) {
      assertThat(text(ask(web, server.url("/"))).raw()).isEqualTo("x".repeat(90_000));
      assertThat(ask(web, server.url("/bomb")).body())
          .isEqualTo(
              new WebBody.Unread(
                  "too_large", "'%s' has more than 100,000 bytes".formatted(server.url("/bomb"))));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void decodesOnlyOneLayer(boolean isOneHeader) throws Exception {
    int layers = 500;
    byte[] packed = "reached".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < layers; i++) {
      packed = gzip(packed);
    }
    byte[] body = packed;
    String encodings =
        isOneHeader
            ? "Content-Encoding: " + String.join(",", Collections.nCopies(layers, "gzip"))
            : String.join("\r\n", Collections.nCopies(150, "Content-Encoding: gzip"));
    try (var server = LoopbackServer.that((request, client) -> packed(client, encodings, body));
        var web = WebFixture.of(server)) {
      assertThat(ask(web, server.url("/")).body())
          .isInstanceOfSatisfying(
              WebBody.Unread.class,
              it -> {
                assertThat(it.code()).isEqualTo("not_text");
                assertThat(it.reason()).contains("is encoded as gzip,").hasSizeLessThan(300);
              });
    }
  }

  /** The JDK's reader would go one stack frame deeper for each member. */
  @Test
  void readsTheFirstOfManyGzipMembers() throws Exception {
    var many = new ByteArrayOutputStream();
    many.write(gzip("first"));
    for (int i = 0; i < 50_000; i++) {
      many.write(gzip(""));
    }
    many.write(gzip("last"));
    try (var server =
            LoopbackServer.that(
                (request, client) -> packed(client, "Content-Encoding: gzip", many.toByteArray()));
        var web = WebFixture.of(server)) {
      assertThat(text(ask(web, server.url("/"))).raw()).startsWith("first");
    }
  }

  @Test
  void acceptsOnlyEncodingsThatItDecodes() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "reached"));
        var web = WebFixture.of(server)) {
      ask(web, server.url("/"));

      assertThat(server.heard().getFirst().headers()).contains("accept-encoding: gzip");
    }
  }

  private static void packed(Socket client, String encodings, byte[] body) throws IOException {
    write(
        client,
        "HTTP/1.1 200 OK",
        "Content-Type: text/plain",
        encodings,
        "Content-Length: " + body.length,
        "",
        "");
    write(client, body);
  }

  @Test
  void leaksNoConnection() throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  write(client, "HTTP/1.1 200 OK", "Content-Type: image/png", "", "begun");
                  client.getInputStream().read();
                });
        var web = WebFixture.of(server)) {
      for (int i = 0; i < 1_100; i++) { // more than the maximum of connections
        assertThat(ask(web, server.url("/")).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void closesTheConnectionOfAnEndlessBody() throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  write(client, "HTTP/1.1 200 OK", "Content-Type: text/plain", "", "");
                  while (true) {
                    write(client, "x".repeat(10_000));
                  }
                });
        var web = WebFixture.of(server)) {
      assertThat(ask(web, server.url("/")).body()).isInstanceOf(WebBody.Unread.class);
      assertThat(server.sawAClientLeave()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          image/png                | of type image/png
          application/octet-stream | of type application/octet-stream
          application/pdf          | of type application/pdf
          """)
  void readsOnlyText(String type, String reason) throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  write(client, "HTTP/1.1 200 OK", "Content-Type: " + type, "", "");
                  while (true) {
                    write(client, "x".repeat(10_000));
                  }
                });
        var web = WebFixture.of(server)) {
      assertThat(ask(web, server.url("/")).body())
          .isInstanceOfSatisfying(
              WebBody.Unread.class,
              it -> {
                assertThat(it.code()).isEqualTo("not_text");
                assertThat(it.reason()).contains(reason);
              });
      assertThat(server.sawAClientLeave()).isTrue();
    }
  }

  @Test
  void doesNotTakeEncodedBytesForText() throws Exception {
    try (var server =
            LoopbackServer.saying(
                "HTTP/1.1 200 OK", "Content-Encoding: br", "Content-Length: 3", "", "abc");
        var web = WebFixture.of(server)) {
      assertThat(ask(web, server.url("/")).body())
          .isInstanceOfSatisfying(
              WebBody.Unread.class, it -> assertThat(it.reason()).contains("encoded as br"));
    }
  }

  @Test
  void endsASlowBodyWithinTheTotalTimeout() throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  write(client, "HTTP/1.1 200 OK", "Content-Type: text/plain", "", "");
                  while (true) {
                    write(client, "x");
                    Thread.sleep(50);
                  }
                });
        var web = WebFixture.of(server)) {
      NoResponseException failure = failure(web, get(server.url("/")));

      assertThat(failure.fault().kind()).isEqualTo(FailureClass.TIMEOUT);
      assertThat(failure.fault().message()).endsWith("gave no complete answer within PT5S");
      assertThat(server.sawAClientLeave()).isTrue();
    }
  }

  @Test
  void endsASilenceBeforeTheTotalTimeout() throws Exception {
    try (var server = LoopbackServer.that((request, client) -> Thread.sleep(60_000));
        var web = WebFixture.of(server)) {
      NoResponseException failure = failure(web, get(server.url("/")));

      assertThat(failure.fault().kind()).isEqualTo(FailureClass.TIMEOUT);
      assertThat(failure.fault().message()).endsWith("did not answer in time");
      assertThat(failure.mayHaveBeenHeard()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.1 200 OK~Content-Length: 100~Content-Type: text/plain~~short
          HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Type: text/plain~~5~hello~
          HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Type: text/plain~~zz~hello~
          HTTP/1.1 200 OK~Content-Encoding: gzip~Content-Type: text/plain~Content-Length: 5~~hello
          """)
  void reportsABodyThatBrokeOff(String answer) throws Exception {
    try (var server = LoopbackServer.saying(answer.split("~", -1));
        var web = WebFixture.of(server)) {
      assertThat(ask(web, server.url("/")).body())
          .isInstanceOfSatisfying(
              WebBody.BrokenOff.class, it -> assertThat(it.fault().isTransient()).isTrue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing                        | STREAM_RESET
          SSH-2.0-OpenSSH_9.6~~          | STREAM_RESET
          HTTP/1.1 abc OK~~              | STREAM_RESET
          many                           | SERVER_ERROR
          long                           | SERVER_ERROR
          """)
  void classifiesAnInvalidAnswer(String answer, FailureClass kind) throws Exception {
    String said =
        switch (answer) {
          case "nothing" -> "";
          case "many" -> "HTTP/1.1 200 OK~" + "A: b~".repeat(300) + "~";
          case "long" -> "HTTP/1.1 200 OK~A: " + "b".repeat(100_000) + "~~";
          default -> answer;
        };
    try (var server = LoopbackServer.saying(said.split("~", -1));
        var web = WebFixture.of(server)) {
      NoResponseException failure = failure(web, get(server.url("/")));

      assertThat(failure.fault().kind()).isEqualTo(kind);
      assertThat(failure.fault().message()).doesNotContain("127.0.0.1");
      assertThat(failure.mayHaveBeenHeard()).isTrue();
    }
  }

  @Test
  void reportsARefusedConnectionAndAnUnknownHost() throws Exception {
    int free;
    try (var gone = LoopbackServer.saying("")) {
      free = gone.port();
      gone.stopListening();
    }
    try (var web = WebFixture.with(settings(free))) {
      NoResponseException failure = failure(web, get("http://server.example:" + free + "/"));

      assertThat(failure.fault().kind()).isEqualTo(FailureClass.CONNECTION);
      assertThat(failure.fault().message())
          .isEqualTo("'http://server.example:%d/' could not be connected to".formatted(free));
      assertThat(failure.mayHaveBeenHeard()).isFalse();

      NoResponseException unknown = failure(web, get("http://nowhere.example:%d/".formatted(free)));
      assertThat(unknown.fault().kind()).isEqualTo(FailureClass.CONNECTION);
      assertThat(unknown.fault().message()).endsWith("has an unknown host");
      assertThat(unknown.mayHaveBeenHeard()).isFalse();
    }
  }

  @Test
  void endsALookupThatHangs() throws Exception {
    Resolver hanging =
        name -> {
          hang();
          return List.of();
        };
    try (var web = WebFixture.of(hanging)) {
      NoResponseException failure = failure(web, get("http://server.example/"));

      assertThat(failure.fault().kind()).isEqualTo(FailureClass.TIMEOUT);
      assertThat(failure.fault().message())
          .endsWith("did not answer in time"); // not: within the total timeout
      assertThat(failure.mayHaveBeenHeard()).isFalse();
    }
  }

  @Test
  void endsAConnectThatHangs() throws Exception {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> waiting = new ArrayList<>();
      try {
        while (waiting.size()
            < 10) { // no server accepts, so the queue of the operating system is soon full
          var socket = new Socket();
          waiting.add(socket);
          socket.connect(full.getLocalSocketAddress(), 100);
        }
      } catch (SocketTimeoutException e) {
        // full
      }
      try (var patient = WebFixture.with(settings(full.getLocalPort()))) {
        NoResponseException failure =
            failure(patient, get("http://server.example:" + full.getLocalPort() + "/"));

        assertThat(failure.fault().kind()).isEqualTo(FailureClass.TIMEOUT);
        assertThat(failure.mayHaveBeenHeard()).isFalse();
      }
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lookup", "silence", "body"})
  void anInterruptEndsTheCallAndTheConnectionAtOnce(String where) throws Exception {
    var reached = new CountDownLatch(1);
    Resolver resolver =
        name -> {
          if (where.equals("lookup")) {
            reached.countDown();
            hang();
          }
          return WebFixture.addresses(name);
        };
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  if (where.equals("body")) {
                    write(client, "HTTP/1.1 200 OK", "Content-Type: text/plain", "", "begun");
                  }
                  reached.countDown();
                  while (true) {
                    Thread.sleep(20);
                    if (where.equals("body")) {
                      write(client, "x");
                    } else if (client.getInputStream().read() < 0) {
                      throw new IOException("the client left");
                    }
                  }
                });
        var web = WebFixture.with(patient(server), resolver)) {
      var call =
          new FutureTask<>(
              () ->
                  assertThatThrownBy(() -> ask(web, server.url("/")))
                      .isInstanceOf(InterruptedException.class));
      Thread caller = Thread.ofPlatform().start(call);
      reached.await();
      long before = System.nanoTime();
      caller.interrupt();
      call.get();

      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
      if (!where.equals("lookup")) {
        assertThat(server.sawAClientLeave()).isTrue();
      }
    }
  }

  private static void hang() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static WebSettings settings(int port) {
    return new WebSettings(
        TestConfig.of(
            Map.of(
                "reprise.web.ports", Integer.toString(port),
                "reprise.web.networks", "127.0.0.0/8",
                "reprise.web.connect-timeout", "PT0.5S",
                "reprise.web.silence-timeout", "PT20S",
                "reprise.web.timeout", "PT20S",
                "reprise.web.max-bytes", "1024")));
  }

  private static WebSettings patient(LoopbackServer server) {
    Map<String, String> properties =
        new HashMap<>(WebFixture.properties(HostAllowlist.ANY, server));
    List.of("connect-timeout", "silence-timeout", "timeout")
        .forEach(limit -> properties.put("reprise.web." + limit, "PT25S"));
    return new WebSettings(TestConfig.of(properties));
  }

  private static WebRequest get(String url) {
    return new WebRequest(url, Map.of(), Optional.empty(), HostAllowlist.ANY);
  }

  private static WebResponse ask(WebFixture web, String url) throws Exception {
    return web.client().ask(get(url), Fence.OPEN);
  }

  private static WebBody.Text text(WebResponse answer) {
    assertThat(answer.body()).isInstanceOf(WebBody.Text.class);
    return (WebBody.Text) answer.body();
  }

  private static RequestBlockedException refusal(WebFixture web, String url) {
    RequestBlockedException refused =
        catchThrowableOfType(RequestBlockedException.class, () -> ask(web, url));
    assertThat(refused).as(url).isNotNull();
    return refused;
  }

  private static NoResponseException failure(WebFixture web, WebRequest request) {
    NoResponseException failure =
        catchThrowableOfType(
            NoResponseException.class, () -> web.client().ask(request, Fence.OPEN));
    assertThat(failure).isNotNull();
    return failure;
  }

  private static byte[] gzip(String text) throws IOException {
    return gzip(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var packing = new GZIPOutputStream(bytes)) {
      packing.write(content);
    }
    return bytes.toByteArray();
  }
}
