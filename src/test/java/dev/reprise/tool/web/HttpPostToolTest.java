package dev.reprise.tool.web;

import static dev.reprise.web.LoopbackServer.answer;
import static dev.reprise.web.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.platform.Json;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.web.LoopbackServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HttpPostToolTest {

  @Test
  void isSentOnceAndDangerous() {
    ToolDeclaration declaration = MethodTools.declaration(HttpPostTool.class);

    assertThat(declaration.effect()).isEqualTo(EffectClass.ONCE);
    assertThat(declaration.dangerous()).isTrue();
    assertThat(new ToolPolicy().retry(declaration, RetryPolicy.TOOL).attempts()).isEqualTo(1);
  }

  @Test
  void sendsJsonWithTheKeyOfTheCall() throws Exception {
    try (var server =
            LoopbackServer.saying(answer("201 Created", "application/json", "{\"id\":7}"));
        var bench = new WebBench(server)) {
      var json = Map.of("name", "bücher", "n", List.of(1, 2.5));

      assertThat(
              bench.succeed(
                  "http_post", Map.of("url", server.url("/b"), "json", json, "select", "$.id")))
          .isEqualTo(
              "201 Created %s\ncontent-type: application/json\n\n7".formatted(server.url("/b")));
      var heard = server.heard().getFirst();
      assertThat(heard.line()).isEqualTo("POST /b HTTP/1.1");
      assertThat(heard.body()).contains("\"name\":\"bücher\"", "\"n\":[1,2.5]");
      assertThat(heard.headers())
          .contains("content-type: application/json; charset=utf-8")
          .anyMatch(it -> it.matches("idempotency-key: [0-9a-f]{64}"))
          .contains("fencing-token: 0");
      assertThat(heard.toString())
          .as("the run's id leaves with nothing")
          .doesNotContain(WebBench.KEY.substring(0, 36));
    }
  }

  @Test
  void sendsTextAndAKeyThatFitsAHeader() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "thanks"));
        var bench = new WebBench(server)) {
      bench.call(
          "http_post",
          Map.of("url", server.url("/"), "text", "a,b\n", "content_type", "text/csv"),
          "run/phase/1/näme\r\nHost: x",
          Set.of());

      var heard = server.heard().getFirst();
      assertThat(heard.body()).isEqualTo("a,b\n");
      assertThat(heard.headers())
          .contains("content-type: text/csv; charset=utf-8")
          .anyMatch(it -> it.matches("idempotency-key: [0-9a-f]{64}"))
          .filteredOn(it -> it.startsWith("host"))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"json\": 1, \"text\": \"a\"}",
        "{\"json\": 1, \"content_type\": \"text/csv\"}",
        "{\"content_type\": \"text/csv\"}",
        "{\"text\": \"a\", \"content_type\": \"text/csv\\r\\nHost: x\"}",
        "{\"text\": \"a\", \"content_type\": \"csv\"}"
      })
  void sendsEitherJsonOrText(String content) throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", ""));
        var bench = new WebBench(server)) {
      @SuppressWarnings("unchecked")
      Map<String, Object> arguments = Json.mapper().readValue(content, Map.class);
      arguments.put("url", server.url("/"));

      assertThat(bench.fail("http_post", arguments).code()).isEqualTo("invalid_arguments");
      assertThat(server.heard()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"closed", "half", "nonsense", "silent", "drip"})
  void doesNotKnowWhatBecameOfARequestWithoutAnAnswer(String how) throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  switch (how) {
                    case "half" -> write(client, "HTTP/1.1");
                    case "nonsense" -> write(client, "A: b\r\n".repeat(300));
                    case "silent" -> Thread.sleep(60_000);
                    case "drip" -> {
                      while (true) {
                        write(client, "HTTP/1.1 100 Continue\r\n\r\n");
                        Thread.sleep(50);
                      }
                    }
                    default -> {}
                  }
                });
        var bench = new WebBench(server)) {
      assertThatThrownBy(() -> post(bench, server.url("/")))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageStartingWith("it is unknown how http_post ended: '%s' ", server.url("/"));
      assertThat(server.heard()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"502 Bad Gateway", "504 Gateway Timeout"})
  void doesNotKnowWhatBecameOfARequestBehindAGateway(String status) throws Exception {
    try (var server = LoopbackServer.saying(answer(status, "text/plain", "upstream"));
        var bench = new WebBench(server)) {
      assertThatThrownBy(() -> post(bench, server.url("/")))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("answered " + status + ": upstream");
    }
  }

  @Test
  void failsPlainlyWhereNothingWasSent() throws Exception {
    try (var open = LoopbackServer.saying("");
        var bench = new WebBench(open)) {
      open.stopListening();

      assertThat(fail(bench, open.url("/")).code()).isEqualTo("connection");
      assertThat(fail(bench, "http://unknown.example/").code()).isEqualTo("connection");
      assertThat(fail(bench, "http://server.example:22/").code()).isEqualTo("port_not_allowed");
      assertThat(fail(bench, "http://metadata.example/").code()).isEqualTo("address_not_allowed");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 Bad Request          | invalid_request
          401 Unauthorized         | authentication
          409 Conflict             | invalid_request
          422 Unprocessable        | invalid_request
          429 Too Many Requests    | rate_limited
          500 Internal             | server_error
          503 Unavailable          | overloaded
          """)
  void takesAnErrorStatusForAnAnswer(String status, String code) throws Exception {
    try (var server = LoopbackServer.saying(answer(status, "application/json", "{\"why\":\"x\"}"));
        var bench = new WebBench(server)) {
      Failure failure = fail(bench, server.url("/"));

      assertThat(failure.toString())
          .isEqualTo(
              "%s: '%s' answered %s: {\"why\":\"x\"}".formatted(code, server.url("/"), status));
      assertThat(server.heard()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void followsNoRedirect(int status) throws Exception {
    try (var server =
            LoopbackServer.saying("HTTP/1.1 " + status + " x", "Location: /elsewhere", "", "");
        var bench = new WebBench(server)) {
      Map<String, Object> arguments = Map.of("url", server.url("/"), "text", "x");
      if (status < 307) {
        assertThat(bench.succeed("http_post", arguments))
            .startsWith(status + " x " + server.url("/") + "\nlocation: /elsewhere\n");
      } else {
        assertThat(bench.fail("http_post", arguments).toString())
            .isEqualTo(
                "redirect_not_followed: '%s' answered %d x and did nothing; it wants this sent to"
                        .formatted(server.url("/"), status)
                    + " '/elsewhere'");
      }
      assertThat(server.heard()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.1 200 OK~Content-Type: image/png~Content-Length: 1~~x   | is of type image/png
          HTTP/1.1 200 OK~Content-Type: text/plain~Content-Length: 9~~x  | broke off the connection
          HTTP/1.1 200 OK~Content-Type: text/plain~Content-Length: 1~~x  | cannot be selected from
          """)
  void doesNotCallItAFailureThatTheAnswerCannotBeShown(String said, String note) throws Exception {
    try (var server = LoopbackServer.saying(said.split("~", -1));
        var bench = new WebBench(server)) {
      assertThat(
              bench.succeed(
                  "http_post", Map.of("url", server.url("/"), "text", "x", "select", "$.a")))
          .startsWith("200 OK ")
          .contains("[the request was carried out; ", note);
    }
  }

  private static CallResult post(WebBench bench, String url) throws Exception {
    return bench.call("http_post", Map.of("url", url, "json", Map.of("a", 1)));
  }

  private static Failure fail(WebBench bench, String url) throws Exception {
    return WebBench.failure(post(bench, url));
  }
}
