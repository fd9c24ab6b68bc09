package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run is told of a call that a server over HTTP refuses, forgets or answers oddly. */
@Timeout(60)
class HttpAnswersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ScriptedHttpServer http = new ScriptedHttpServer();

  HttpAnswersTest() throws IOException {}

  @AfterEach
  void stopTheServer() {
    http.close();
  }

  private McpFixture connected(EffectClass effect) {
    return new McpFixture(
            new McpServerSettings(
                "fake",
                http.endpoint(),
                false,
                effect,
                Duration.ofSeconds(10),
                ToolDeclaration.RESULT_LIMIT,
                Map.of()))
        .connected();
  }

  private static CompletableFuture<String> calling(McpFixture mcp, String what) {
    var answer = new CompletableFuture<String>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                answer.complete(text(mcp.call("fake__do", Map.of("what", what))));
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 400})
  void callsAgainInANewSession_ifTheServerHasForgottenTheOld(int status) throws Exception {
    http.onLostSession =
        call ->
            call.body(
                status,
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}");
    try (var mcp = connected(EffectClass.ONCE)) {
      http.forgetSessions();

      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");

      assertThat(http.done()).hasSize(1);
      assertThat(http.count("initialize")).isEqualTo(2);
    }
  }

  @Test
  void callsAgainInANewSession_ifTheServerSaysInAnAnswerThatItHasForgottenTheOld()
      throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      for (String words :
          List.of("Session not found", "No such session", "Bad Request: Server not initialized")) {
        http.onLostSession = call -> call.error(-32001, words);
        http.forgetSessions();

        assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");
      }
      http.onLostSession =
          call ->
              call.body(
                  200,
                  "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}");
      http.forgetSessions();

      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");
      assertThat(http.done()).hasSize(4);
    }
  }

  @Test
  void callsAgainOnlyOnce() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.status(404, "", Map.of());

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.CONNECTION))
          .hasMessageContaining("MCP server fake: answered with HTTP status 404");
      assertThat(http.count("tools/call")).isEqualTo(2);
    }
  }

  @Test
  void tellsWhatTheServerFindsWrong_ifAnotherSessionDoesNotHelp() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.status(400, "what is wrong", Map.of());

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST))
          .hasMessageContaining("what is wrong");
    }
  }

  /** An argument may name a session of another kind. */
  @Test
  void keepsItsSession_ifAnArgumentIsWrong() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.error(-32602, "browser session not found");

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of())).isInstanceOf(ToolException.class);
      assertThat(http.count("initialize")).isEqualTo(1);
    }
  }

  @Test
  void losesNoneOfTheCallsThatAreRefusedTogether() throws Exception {
    var together = new CyclicBarrier(5);
    http.onLostSession =
        call -> {
          if (call.message().path("method").asText().equals("tools/call")) {
            meet(together);
          }
          call.status(404, "", Map.of());
        };
    try (var mcp = connected(EffectClass.ONCE)) {
      http.forgetSessions();

      var answers = Stream.of("a", "b", "c", "d", "e").map(it -> calling(mcp, it)).toList();

      assertThat(answers)
          .allSatisfy(it -> assertThat(it).succeedsWithin(PATIENCE).isEqualTo("done"));
      assertThat(http.done()).hasSize(5);
    }
  }

  private static void meet(CyclicBarrier others) throws InterruptedException {
    try {
      others.await(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void waitsForTheAnswerToACallThatTheServerHadTakenBeforeItForgotTheSession() throws Exception {
    var taken = new CountDownLatch(1);
    var mayAnswer = new CountDownLatch(1);
    http.onCall =
        call -> {
          if (call.what().equals("slow")) {
            taken.countDown();
            mayAnswer.await();
          }
          call.result("{\"content\":\"" + call.what() + "\"}");
        };
    try (var mcp = connected(EffectClass.ONCE)) {
      CompletableFuture<String> slow = calling(mcp, "slow");
      assertThat(taken.await(10, TimeUnit.SECONDS)).isTrue();
      http.forgetSessions();

      assertThat(text(mcp.call("fake__do", Map.of("what", "quick")))).isEqualTo("quick");

      mayAnswer.countDown();
      assertThat(slow).succeedsWithin(PATIENCE).isEqualTo("slow");
      assertThat(http.done()).hasSize(2);
    }
  }

  @Test
  void doesNotCallAgainWhatWasCutAfterItHadBeenTaken() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.exchange().close();

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(http.done()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, AUTHENTICATION",
    "403, AUTHENTICATION",
    "405, INVALID_REQUEST",
    "409, INVALID_REQUEST",
    "413, INVALID_REQUEST",
    "415, INVALID_REQUEST",
    "422, INVALID_REQUEST",
    "429, RATE_LIMITED",
    "302, INVALID_REQUEST"
  })
  void failsACallThatWasRefusedAsAWhole(int status, FailureClass kind) throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.status(status, "because", Map.of("Retry-After", "7"));

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> {
                assertThat(e.fault().kind()).isEqualTo(kind);
                assertThat(e.fault().retryAfter()).contains(Duration.ofSeconds(7));
                assertThat(e.fault().message())
                    .isEqualTo("MCP server fake: answered with HTTP status %d: because", status);
              });
      assertThat(mcp.server.state().status()).isEqualTo(McpServerState.Status.CONNECTED);
      assertThat(http.count("initialize")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "408, TIMEOUT",
    "500, SERVER_ERROR",
    "502, SERVER_ERROR",
    "503, OVERLOADED",
    "504, TIMEOUT"
  })
  void doesNotKnowWhatAGatewayThatFailedHasPassedOn(int status, FailureClass kind)
      throws Exception {
    http.onCall = call -> call.status(status, "<html>gateway</html>", Map.of());
    try (var mcp = connected(EffectClass.ONCE)) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(OutcomeUnknownException.class)
          .satisfies(e -> assertThat(FaultClassifier.of(e).kind()).isEqualTo(kind));
    }
    try (var mcp = connected(EffectClass.READ_ONLY)) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class, e -> assertThat(e.fault().kind()).isEqualTo(kind));
    }
  }

  @Test
  void waitsForAServerThatIsStartedAgain() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.stop();
      CompletableFuture<String> call = calling(mcp, "a"); // it finds the loss
      CompletableFuture<String> next = calling(mcp, "b");
      await()
          .during(Duration.ofSeconds(2)) // many attempts fail in that time
          .atMost(PATIENCE)
          .until(() -> !call.isDone() && !next.isDone());
      http.startAgain();

      assertThat(call).succeedsWithin(PATIENCE).isEqualTo("done");
      assertThat(next).succeedsWithin(PATIENCE).isEqualTo("done");
      assertThat(http.done()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | instead of a result",
        "\"a text\" | a text",
        "[] | instead of a result",
        "{\"content\":[null,{\"type\":\"text\",\"text\":\"after null\"}]} | after null",
        "{\"content\":[{\"type\":\"video\",\"data\":\"AA\"},{\"type\":\"text\",\"text\":\"good\"}]} | good",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\",\"annotations\":{\"audience\":[\"x\"]}}]} | a",
        "{\"content\":\"good\",\"_meta\":{\"reprise.dev/costUsd\":1e400}} | good",
        "{\"content\":\"good\",\"_meta\":{\"reprise.dev/costUsd\":1e99999}} | good",
        "{\"content\":\"good\",\"_meta\":7} | good"
      })
  void readsWhatItCan(String result, String words) throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.result(result);

      assertThat(text(mcp.call("fake__do", Map.of()))).contains(words).doesNotContain("Exception");
      assertThat(http.count("initialize")).isEqualTo(1);
    }
  }

  /** It has the id of the call, so the call was carried out. */
  @Test
  void takesAnAnswerWithNeitherResultNorErrorForOne() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall =
          call ->
              call.status(
                  200,
                  "{\"jsonrpc\":\"2.0\",\"id\":%s}".formatted(call.message().get("id")),
                  Map.of("Content-Type", "application/json"));

      assertThat(text(mcp.call("fake__do", Map.of()))).contains("instead of a result");
    }
  }

  @Test
  void readsAnAnswerThatIsNestedTooDeep() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall =
          call ->
              call.result(
                  "{\"structuredContent\":%s1%s}"
                      .formatted("{\"a\":".repeat(5_000), "}".repeat(5_000)));

      assertThat(text(mcp.call("fake__do", Map.of())))
          .contains("nested deeper than 900 levels, was left out");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 17})
  void readsALongAnswer(int mebibytes) throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall =
          call ->
              call.result("{\"content\":\"%s\"}".formatted("x".repeat(mebibytes * 1024 * 1024)));

      assertThat(text(mcp.call("fake__do", Map.of()))).hasSize(mebibytes * 1024 * 1024);
    }
  }

  @Test
  void saysThatACallWasCarriedOut_ifItsAnswerIsTooLong() throws Exception {
    try (var mcp = connected(EffectClass.ONCE)) {
      http.onCall = call -> call.result("\"%s\"".formatted("x".repeat(33 * 1024 * 1024)));

      assertThat(text(mcp.call("fake__do", Map.of())))
          .isEqualTo(
              "[the call was answered; the answer was left out, because it has more than 32 MiB]");
      assertThat(mcp.server.state().status()).isEqualTo(McpServerState.Status.CONNECTED);
    }
  }

  @Test
  void worksWithAServerThatKeepsNoSessions() throws Exception {
    http.hasSessions = false;
    try (var mcp = connected(EffectClass.ONCE)) {
      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");
      http.onCall = call -> call.status(404, "", Map.of());

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST));
      assertThat(http.count("initialize")).isEqualTo(1);
    }
  }
}
