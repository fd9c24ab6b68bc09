package dev.reprise.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example works, and the documentation quotes it verbatim. */
class WeatherTest {

  private final Queue<Integer> statuses = new ArrayDeque<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final HttpServer server = server();
  private final Weather weather = new Weather();

  @BeforeEach
  void start() {
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void retriesIfTheServerIsBusy() throws Exception {
    statuses.addAll(List.of(503, 429));

    assertThat(weather.at(place())).isEqualTo("rain");
    assertThat(asked).hasValue(3);
  }

  @Test
  void doesNotRetryAWrongRequest() {
    statuses.add(400);

    assertThatThrownBy(() -> weather.at(place()))
        .isInstanceOfSatisfying(
            FaultException.class,
            met -> assertThat(met.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST));
    assertThat(asked).hasValue(1);
  }

  @Test
  void doesNotCallAServerThatFailsAgainAndAgain() {
    for (int i = 0; i < 9; i++) {
      statuses.add(500);
    }

    assertThatThrownBy(() -> weather.at(place())).hasMessageContaining("answers with 500");
    assertThatThrownBy(() -> weather.at(place()))
        .as("the sixth time")
        .hasMessageContaining("tool weather was not called: it has failed 5 times");
    assertThat(asked).hasValue(5);
  }

  @Test
  void runsWithTheCommandOfTheDocumentation() throws Exception {
    String command = "java -cp target/classes src/test/java/dev/reprise/example/Weather.java";
    assertThat(documentation()).contains(command);
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());

    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();

    assertThat(process.inputReader().lines())
        .hasSize(3)
        .satisfies(
            lines -> {
              assertThat(lines.subList(0, 2))
                  .allMatch(line -> line.startsWith("overloaded: the weather answers with 503"));
              assertThat(lines.getLast()).isEqualTo("rain");
            });
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void isQuotedInTheDocumentation() throws IOException {
    List<String> code =
        Files.readAllLines(Path.of("src/test/java/dev/reprise/example/Weather.java"));
    int first = code.indexOf("public final class Weather {");
    int main = code.indexOf("  /** Asks a server that answers 503 twice. */");

    assertThat(documentation())
        .contains(String.join("\n", code.subList(first, main)).stripTrailing() + "\n}\n");
  }

  private static String documentation() throws IOException {
    return Files.readString(Path.of("src/docs/resilience.md"));
  }

  private URI place() {
    return URI.create("http://localhost:%d/here".formatted(server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.incrementAndGet();
    Integer status = statuses.poll();
    byte[] body = "rain".getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status == null ? 200 : status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
