package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.settings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.mcp.FakeServer.Manner;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.SecretValues;
import dev.reprise.tool.CallProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An MCP server repeats its secret wherever it can. No log, description or answer shows it. */
class LeakyMcpServerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String TOKEN = "t0ken-of-the-fake";
  private static final String HEX = HexFormat.of().formatHex(TOKEN.getBytes(UTF_8));
  private static final String MARK = "[redacted:mcp.fake.TOKEN]";

  private final Logger logger = Logger.getLogger("");
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Path directory;
  private final Handler ear =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          var stack = new StringWriter();
          if (line.getThrown() != null) {
            line.getThrown().printStackTrace(new PrintWriter(stack));
          }
          logged.add(line.getMessage() + List.of(parameters(line)) + stack);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private static Object[] parameters(LogRecord line) {
    return line.getParameters() == null ? new Object[0] : line.getParameters();
  }

  LeakyMcpServerTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void listen() {
    logger.addHandler(ear);
  }

  @AfterEach
  void logsNothing() {
    logger.removeHandler(ear);
    assertNothingOut(logged.toString());
  }

  private McpFixture leaky() {
    var endpoint = FakeServer.endpoint(Manner.TELLS_ITS_TOKEN, directory);
    var given = new SecretValues(Map.of("TOKEN", TOKEN), Set.of("TOKEN"));
    return new McpFixture(
            settings("fake", new Endpoint.Stdio(endpoint.command(), given, endpoint.directory())))
        .connected();
  }

  @Test
  void logsItsErrorsWithoutTheSecret() {
    try (var mcp = leaky()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(logged)
                      .anySatisfy(line -> assertThat(line).contains("token " + MARK))
                      .anySatisfy(line -> assertThat(line).contains("but a token: " + MARK))
                      .anySatisfy(line -> assertThat(line).contains("is not offered")));
      assertNothingOut(mcp.server.state().toString());
    }
  }

  @Test
  void describesItsToolsWithoutTheSecret() {
    try (var mcp = leaky()) {
      var declaration = mcp.tool("fake__do").declaration();

      assertThat(declaration.description()).contains("Uses [reda");
      assertThat(declaration.arguments().text()).contains(MARK);
      assertNothingOut(declaration.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a result", "a failure", "an error"})
  void returnsItsAnswersWithoutTheSecret(String wanted) throws Exception {
    try (var mcp = leaky()) {
      var request = mcp.request("fake__do", Map.of("wanted", wanted), CallProgress.UNHEARD);
      List<String> told = new CopyOnWriteArrayList<>();
      var tool = mcp.tool("fake__do");
      String said =
          wanted.equals("an error")
              ? catchThrowable(() -> tool.call(request)).toString()
              : mcp.call("fake__do", Map.of("wanted", wanted)).toString();
      var progressing =
          mcp.request("fake__do", Map.of(), (done, total, message) -> told.add(message));
      tool.call(progressing);

      assertThat(said).contains("[redacted");
      assertNothingOut(said);
      await().atMost(PATIENCE).until(() -> told.equals(List.of("with " + MARK)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 401, 500})
  void reportsAnUnavailableHttpServerWithoutTheSecret(int status) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.createContext(
        "/",
        exchange -> {
          String header = exchange.getRequestHeaders().getFirst("X-Login");
          byte[] body =
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"no %s\"}} %s"
                  .formatted(header, header)
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    var given = new SecretValues(Map.of("X-Login", "Bearer " + TOKEN), Set.of("X-Login"));
    var url = URI.create("http://localhost:" + server.getAddress().getPort() + "/mcp");
    try (var mcp =
        new McpFixture(settings("fake", new Endpoint.Http(url, given)))
            .until(McpServerState.Status.AWAY)) {
      assertThat(mcp.server.state().detail()).isNotEmpty();
      assertNothingOut(mcp.server.state().toString());
    } finally {
      server.stop(0);
    }
  }

  /** Not even a part of it that would be worth having. */
  private static void assertNothingOut(String text) {
    assertThat(text).doesNotContain("t0ken", "of-the-fake", HEX.substring(0, 12));
  }
}
