package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.process;
import static dev.reprise.mcp.McpFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real server is killed as by {@code kill -9}, in the middle of a call that would take a minute.
 */
class KilledServerTest {

  private static final Duration SOON = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Map<String, Object> A_MINUTE = Map.of("duration", 60, "steps", 600);

  private static McpServerSettings settings(
      McpServerSettings.Endpoint endpoint, EffectClass effect) {
    return new McpServerSettings(
        "all",
        endpoint,
        false,
        effect,
        Duration.ofMinutes(5),
        ToolDeclaration.RESULT_LIMIT,
        Map.of());
  }

  /** A call under way: it has told progress. */
  private record UnderWay(CompletableFuture<Throwable> failure) {

    static UnderWay of(McpFixture mcp) throws InterruptedException {
      String name = "all__trigger_long_running_operation";
      Tool tool = mcp.tool(name);
      var told = new CountDownLatch(1);
      var request = mcp.request(name, A_MINUTE, (done, total, message) -> told.countDown());
      var failure = new CompletableFuture<Throwable>();
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  tool.call(request);
                } catch (Throwable e) {
                  failure.complete(e);
                }
              });
      assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
      return new UnderWay(failure);
    }
  }

  @ParameterizedTest
  @CsvSource({"ONCE", "IDEMPOTENT", "READ_ONLY"})
  void isRestarted_andTheCallHasAnUnknownOutcome(EffectClass effect) throws Exception {
    var endpoint = process(NpmServers.command("everything", "stdio"));
    try (var mcp = new McpFixture(settings(endpoint, effect)).connected()) {
      var call = UnderWay.of(mcp);

      ProcessHandle process = only(ProcessHandle.current().children().toList(), endpoint);
      process.destroyForcibly();

      assertThat(call.failure())
          .succeedsWithin(SOON)
          .isInstanceOf(
              effect == EffectClass.READ_ONLY
                  ? FaultException.class
                  : OutcomeUnknownException.class)
          .asString()
          .contains("MCP server all: ended with code 137");
      assertThat(text(mcp.call("all__echo", Map.of("message", "there again"))))
          .as("a call waits for the restart")
          .contains("there again");
    }
  }

  private static ProcessHandle only(
      List<ProcessHandle> children, McpServerSettings.Endpoint.Stdio endpoint) {
    List<ProcessHandle> found =
        children.stream()
            .filter(
                it ->
                    it.info().commandLine().orElse("").contains(endpoint.command().get(1))
                        && it.info().commandLine().orElse("").endsWith(" stdio"))
            .toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @ParameterizedTest
  @CsvSource({"ONCE", "READ_ONLY"})
  void isReconnectedOverHttp_andTheCallHasAnUnknownOutcome(EffectClass effect) throws Exception {
    try (var http = new HttpServer();
        var mcp = new McpFixture(settings(http.endpoint(), effect)).connected()) {
      var call = UnderWay.of(mcp);

      http.kill();

      assertThat(call.failure())
          .succeedsWithin(SOON)
          .isInstanceOf(
              effect == EffectClass.READ_ONLY
                  ? FaultException.class
                  : OutcomeUnknownException.class)
          .asString()
          .contains("MCP server all: broke off a stream");
      mcp.until(McpServerState.Status.CONNECTING);
      http.startAgain();
      mcp.connected();
      assertThat(text(mcp.call("all__echo", Map.of("message", "there again"))))
          .contains("there again");
    }
  }

  /** It forgets its sessions, and refuses what it is asked in one: so nothing was done. */
  @Test
  void losesItsSessionOverHttp() throws Exception {
    try (var http = new HttpServer();
        var mcp = new McpFixture(settings(http.endpoint(), EffectClass.ONCE)).connected()) {
      http.kill();
      http.startAgain();

      assertThat(text(mcp.call("all__echo", Map.of("message", "there again"))))
          .contains("there again");
    }
  }

  /** Its stream is cut, and no answer will come, however soon the server is there again. */
  @Test
  void doesNotWaitForTheAnswerToACallThatAServerHadTakenBeforeItsRestart() throws Exception {
    try (var http = new HttpServer();
        var mcp = new McpFixture(settings(http.endpoint(), EffectClass.ONCE)).connected()) {
      var call = UnderWay.of(mcp);

      http.kill();
      http.startAgain();

      assertThat(call.failure())
          .succeedsWithin(PATIENCE)
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(text(mcp.call("all__echo", Map.of("message", "there again"))))
          .contains("there again");
    }
  }
}
