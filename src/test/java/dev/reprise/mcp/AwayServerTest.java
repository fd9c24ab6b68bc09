package dev.reprise.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.mcp.McpServerState.Status;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.SecretValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that is away says since when, and why, in words that lead to the cause. */
class AwayServerTest {

  private static String detail(Endpoint endpoint) {
    try (var mcp = new McpFixture(McpFixture.settings("files", endpoint)).until(Status.AWAY)) {
      return mcp.server.state().detail();
    }
  }

  private static Endpoint at(String address) {
    return new Endpoint.Http(URI.create(address), SecretValues.NONE);
  }

  @Test
  void refusesConnections() {
    assertThat(detail(at("http://localhost:9/mcp")))
        .isEqualTo("cannot be reached: connection refused");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          401 | text/plain       | who are you | answered with HTTP status 401: who are you
          403 | text/plain       | not you     | answered with HTTP status 403: not you
          404 | text/html        | <p>none</p> | answered with HTTP status 404: <p>none</p>
          200 | application/json | {"a": 1}    | is no MCP server: it answered with something else than a message of the protocol
          200 | text/html        | <p>hi</p>   | is no MCP server: it answered with something else than a message of the protocol
          """)
  void answersAsNoMcpServerWould(int status, String type, String body, String detail)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, body.getBytes(UTF_8).length);
            exchange.getResponseBody().write(body.getBytes(UTF_8));
          }
        });
    server.start();
    try {
      assertThat(detail(at("http://localhost:%d/mcp".formatted(server.getAddress().getPort()))))
          .isEqualTo(detail);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void isAProcessThatSaysWhyItEnds() {
    assertThat(
            detail(
                McpFixture.process(
                    List.of("/bin/sh", "-c", "echo one >&2; echo 'no module: x' >&2; exit 3"))))
        .isEqualTo("ended with code 3; its last line of errors: no module: x");
  }

  @Test
  void isAwaySinceItWasLostAndNotSinceTheLastAttempt() {
    Instant before = Instant.now();
    try (var mcp = new McpFixture(McpFixture.settings("files", at("http://localhost:9/mcp")))) {
      mcp.until(Status.AWAY);
      Instant since = mcp.server.state().since();
      assertThat(since).isBetween(before, Instant.now());

      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(10))
          .until(() -> mcp.server.state().since().equals(since));
    }
  }
}
