package dev.reprise.tool.web;

import static dev.reprise.web.LoopbackServer.answer;
import static dev.reprise.web.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.Failure;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.policy.ToolPolicy;
import dev.reprise.web.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HttpFetchToolTest {

  private static final String ITEMS =
      """
      {"items": [{"id": 1, "price": 1.50}, {"id": 2, "price": 2}], "next": null}\
      """;

  @Test
  void saysWhatThePageSays() throws Exception {
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  if (request.path().equals("/")) {
                    write(client, "HTTP/1.1 302 Found", "Location: /home", "", "");
                  } else {
                    write(
                        client,
                        answer(
                            "200 OK",
                            "text/html",
                            "<title>T</title><h1>Hi</h1><p>See <a href=more>more</a>.<script>x"));
                  }
                });
        var bench = new WebBench(server)) {
      assertThat(bench.succeed("http_fetch", Map.of("url", server.url("/"))))
          .isEqualTo(
              """
              200 OK %1$s/home
              content-type: text/html

              Title: T

              # Hi

              See [more](%1$s/more).\
              """
                  .formatted(server.url("")));
      assertThat(bench.succeed("http_fetch", Map.of("url", server.url("/"), "as", "raw")))
          .endsWith("<a href=more>more</a>.<script>x");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          $.items[1].price    | 2
          $.items[0]          | {"id":1,"price":1.50}
          $.next              | null
          $['items'][0]['id'] | 1
          $..price            | [1.50,~2]
          $.items[*].id       | [1,~2]
          $..nothing          | []
          """)
  void selectsFromJson(String select, String selected) throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "application/json", ITEMS));
        var bench = new WebBench(server)) {
      assertThat(bench.succeed("http_fetch", Map.of("url", server.url("/"), "select", select)))
          .endsWith("\n\n" + selected.replace('~', '\n'));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          $.items[2]     | nothing_selected | an object with items, next
          $.itmes        | nothing_selected | an object with items, next
          items          | invalid_select   | must start with $
          $.items[?(@.a)] | invalid_select  | from character 8 on
          """)
  void saysWhyNothingIsSelected(String select, String code, String reason) throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "application/json", ITEMS));
        var bench = new WebBench(server)) {
      Failure failure = bench.fail("http_fetch", Map.of("url", server.url("/"), "select", select));

      assertThat(failure.code()).isEqualTo(code);
      assertThat(failure.message()).contains(reason);
    }
  }

  @Test
  void selectsFromNothingButJsonAndNoMoreThanCanBeRead() throws Exception {
    String deep = "[".repeat(800) + "\"" + "x".repeat(50_000) + "\"" + "]".repeat(800);
    try (var page = LoopbackServer.saying(answer("200 OK", "text/html", "<p>no</p>"));
        var nested = LoopbackServer.saying(answer("200 OK", "application/json", deep));
        var bench = new WebBench(page, nested)) {
      assertThat(bench.fail("http_fetch", Map.of("url", page.url("/"), "select", "$.a")))
          .hasToString(
              "not_json: the answer, of type text/html, cannot be selected from: not JSON:"
                  + " Unexpected character ('<' (code 60)): expected a valid value (JSON String,"
                  + " Number, Array, Object or token 'null', 'true' or 'false')");
      assertThat(bench.fail("http_fetch", Map.of("url", nested.url("/"), "select", "$..*")).code())
          .isEqualTo("too_much_selected");
    }
  }

  @Test
  void givesALongTextInParts() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "abc😀efg"));
        var bench = new WebBench(server)) {
      assertThat(part(bench, server, 0, 4))
          .endsWith("abc\n\n[characters 1 to 3 of 8; continue with offset 3]\n");
      assertThat(part(bench, server, 3, 1))
          .endsWith("😀\n\n[characters 4 to 5 of 8; continue with offset 5]\n");
      assertThat(part(bench, server, 5, 10)).endsWith("efg\n\n[characters 6 to 8 of 8]\n");
      assertThat(part(bench, server, 0, 8)).endsWith("\n\nabc😀efg");
      assertThat(bench.fail("http_fetch", Map.of("url", server.url("/"), "offset", 9)).toString())
          .isEqualTo("offset_out_of_range: the text has 8 characters");
    }
  }

  private static String part(WebBench bench, LoopbackServer server, int offset, int count)
      throws Exception {
    return bench.succeed(
        "http_fetch", Map.of("url", server.url("/"), "offset", offset, "max_characters", count));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 Bad Request         | invalid_request
          401 Unauthorized        | authentication
          403 Forbidden           | authentication
          404 Not Found           | invalid_request
          408 Request Timeout     | timeout
          410 Gone                | invalid_request
          429 Too Many Requests   | rate_limited
          500 Internal Error      | server_error
          502 Bad Gateway         | server_error
          503 Service Unavailable | overloaded
          504 Gateway Timeout     | timeout
          300 Multiple Choices    | invalid_request
          """)
  void saysWhatAStatusMeansAndWhatTheServerSaysAboutIt(String status, String code)
      throws Exception {
    String body = "<h1>Oh no</h1>\n context length";
    try (var server = LoopbackServer.saying(answer(status, "text/html", body));
        var bench = new WebBench(server)) {
      assertThat(bench.fail("http_fetch", Map.of("url", server.url("/x"))).toString())
          .isEqualTo(
              "%s: '%s' answered %s: # Oh no context length"
                  .formatted(code, server.url("/x"), status));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          429 | 7                             | PT7S
          503 | Fri, 02 Jan 2026 03:05:05 GMT | PT1M
          """)
  void passesOnHowLongAServerWantsToBeLeftAlone(int status, String after, Duration wait)
      throws Exception {
    try (var server =
            LoopbackServer.saying(
                "HTTP/1.1 %d Later".formatted(status),
                "Retry-After: " + after,
                "Content-Length: 0",
                "",
                "");
        var bench = new WebBench(server)) {
      CallResult result = bench.call("http_fetch", Map.of("url", server.url("/")));

      assertThat(result.fault().orElseThrow().retryAfter()).contains(wait);
      assertThat(new ToolPolicy().retry(fetch(), RetryPolicy.TOOL).attempts())
          .as("the built-in policy calls again")
          .isEqualTo(4);
    }
  }

  private static ToolDeclaration fetch() {
    return MethodTools.declaration(HttpFetchTool.class);
  }

  @Test
  void tellsFailuresOfTheNetworkApart() throws Exception {
    try (var silent = LoopbackServer.that((request, client) -> Thread.sleep(60_000));
        var closing = LoopbackServer.that((request, client) -> {});
        var brief =
            LoopbackServer.saying(
                "HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 9", "", "half");
        var refusing = LoopbackServer.saying(answer("200 OK", "image/png", "x"));
        var bench = new WebBench(silent, closing, brief, refusing)) {
      assertThat(bench.fail("http_fetch", Map.of("url", silent.url("/"))).toString())
          .isEqualTo("timeout: '%s' did not answer in time".formatted(silent.url("/")));
      for (LoopbackServer server : new LoopbackServer[] {closing, brief}) {
        assertThat(bench.fail("http_fetch", Map.of("url", server.url("/"))).toString())
            .isEqualTo(
                "stream_reset: '%s' broke off the connection before its answer was complete"
                    .formatted(server.url("/")));
      }
      assertThat(bench.fail("http_fetch", Map.of("url", refusing.url("/"))).toString())
          .isEqualTo(
              "not_text: '%s' is of type image/png; only text, HTML, JSON and XML are read"
                  .formatted(refusing.url("/")));
      assertThat(bench.fail("http_fetch", Map.of("url", "http://unknown.example/")).toString())
          .isEqualTo("connection: 'http://unknown.example/' has an unknown host");
      closing.stopListening();
      assertThat(bench.fail("http_fetch", Map.of("url", closing.url("/"))).toString())
          .isEqualTo("connection: '%s' could not be connected to".formatted(closing.url("/")));
      assertThat(bench.fail("http_fetch", Map.of("url", "http://server.example:22")).code())
          .isEqualTo("port_not_allowed");
    }
  }

  @Test
  void asksWhetherSomethingHasChanged() throws Exception {
    try (var server = LoopbackServer.saying("HTTP/1.1 304 Not Modified", "ETag: \"e\"", "", "");
        var bench = new WebBench(server)) {
      var arguments = Map.of("url", server.url("/"), "headers", Map.of("if-none-match", "\"e\""));

      assertThat(bench.succeed("http_fetch", arguments))
          .isEqualTo("304 Not Modified %s\netag: \"e\"\n".formatted(server.url("/")));
      assertThat(server.heard().getFirst().headers()).contains("if-none-match: \"e\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          host            | intranet.example
          cookie          | a=b
          content-length  | 5
          transfer-encoding | chunked
          connection      | keep-alive
          x-forwarded-for | 127.0.0.1
          accept          | a~b
          accept          | a\tb
          accept          | ü
          """)
  void sendsNoOtherHeaders(String name, String value) throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", ""));
        var bench = new WebBench(server)) {
      var headers = Map.of(name, value.replace("~", "\r\nHost: evil\r\n"));

      assertThat(
              bench.fail("http_fetch", Map.of("url", server.url("/"), "headers", headers)).code())
          .isEqualTo("invalid_arguments");
      assertThat(server.heard()).isEmpty();
    }
  }

  @Test
  void letsAnAgentNarrowWhomItAsks() throws Exception {
    try (var server = LoopbackServer.saying(answer("200 OK", "text/plain", "x"));
        var bench = new WebBench(server)) {
      Map<String, Object> arguments = Map.of("url", server.url("/"));

      assertThat(bench.call("http_fetch", arguments, WebBench.KEY, Set.of("*.example")).fault())
          .isEmpty();
      Failure refused =
          WebBench.failure(
              bench.call("http_fetch", arguments, WebBench.KEY, Set.of("b.org", "*.a.org")));
      assertThat(refused.code()).isEqualTo("host_not_allowed");
      assertThat(refused.message()).endsWith("allowed hosts are *.a.org, b.org");
      assertThat(
              WebBench.failure(
                      bench.call("http_fetch", arguments, WebBench.KEY, Set.of("http://a.org")))
                  .code())
          .isEqualTo("invalid_grant");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silence", "body"})
  void anInterruptEndsTheCallWithinASecond(String where) throws Exception {
    var reached = new CountDownLatch(1);
    try (var server =
            LoopbackServer.that(
                (request, client) -> {
                  if (where.equals("body")) {
                    write(client, "HTTP/1.1 200 OK", "Content-Type: text/plain", "", "x");
                  }
                  reached.countDown();
                  if (client.getInputStream().read() < 0) {
                    throw new IOException("the client left");
                  }
                });
        var bench = new WebBench(server)) {
      var call =
          new FutureTask<>(
              () ->
                  assertThatThrownBy(() -> bench.call("http_fetch", Map.of("url", server.url("/"))))
                      .isInstanceOf(OutcomeUnknownException.class)
                      .hasMessageContaining("interrupted"));
      Thread caller = Thread.ofPlatform().start(call);
      reached.await();
      long before = System.nanoTime();
      caller.interrupt();
      call.get();

      // by itself it would end at two seconds
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
      assertThat(server.sawAClientLeave()).isTrue();
    }
  }
}
