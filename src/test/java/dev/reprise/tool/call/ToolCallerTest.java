package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ToolCallerTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void handsTheRequestOverAndTheOutcomeBack() throws Exception {
    var tool =
        stub(
            EffectClass.ONCE,
            LONG,
            request ->
                new ToolOutcome.Succeeded(request.idempotencyKey() + " " + request.arguments()));

    assertThat(call(tool, "{\"a\":1}")).isEqualTo(new ToolOutcome.Succeeded("key {\"a\":1}"));
  }

  @Test
  void namesTheToolsThatExist() throws Exception {
    var caller = ToolFixture.caller(new ToolCatalogue(ToolBench.BUILT_IN));
    var call = new ToolCall("c1", "reed_file", JsonValue.EMPTY_OBJECT);

    assertThat(
            caller
                .call(ToolUse.CLEARED_CALL, call, TestCalls.context("key", root, call.tool()))
                .outcome())
        .isEqualTo(
            ToolOutcome.failed(
                "unknown_tool",
                "there is no tool 'reed_file'; there are: append_file, ask_human, count_lines, delegate, delete_file,"
                    + " edit_file, list_archive, list_files, move_file, read_file, search_files, wait_until, write_file"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                   | arguments: required property 'path' not found",
        "{\"path\": 1}                        | /path: integer found, string expected",
        "{\"path\": \"a\", \"from_line\": 0}  | /from_line: must have a minimum value of 1",
        "{\"path\": \"a\", \"from_line\": \"1\"} | /from_line: string found, integer expected",
        "{\"path\": \"a\", \"mode\": \"x\"}   | property 'mode' is not defined",
        "[]                                   | arguments: array found, object expected",
        "{\"path\":                           | not JSON",
        "{\"path\": \"a\", \"path\": \"b\"}   | Duplicate field 'path'",
        "{\"path\": \"a\", \"from_line\": 18446744073709551617.0} | /from_line: must have a maximum",
        "{\"path\": \"a\", \"from_line\": 1e1000000000} | not JSON: a number must have at most 1000",
        // what a model writes that is no JSON becomes a text
        "\"{\\\"from_line\\\": 1e1000000000}\" | not JSON: a number must have at most 1000 digits",
      })
  void saysWhatIsWrongWithTheArguments(String arguments, String reason) throws Exception {
    var caller = ToolFixture.caller(new ToolCatalogue(ToolBench.BUILT_IN));
    var call = new ToolCall("c1", "read_file", new JsonValue(arguments));

    Failure failure =
        failureOf(
            caller.call(ToolUse.CLEARED_CALL, call, TestCalls.context("key", root)).outcome());

    assertThat(failure.code()).isEqualTo("invalid_arguments");
    assertThat(failure.message()).startsWith("read_file was not run: ").contains(reason);
  }

  @Test
  void namesEveryViolationUpToALimit() throws Exception {
    var tool =
        StubTool.taking(
            """
            {"type": "object", "additionalProperties": {"type": "integer"}}
            """,
            request -> new ToolOutcome.Succeeded(""));

    assertThat(failureOf(call(tool, "{\"a\": \"x\", \"b\": 1, \"c\": true}")).message())
        .contains("/a: string found", "/c: boolean found")
        .doesNotContain("/b");

    String many =
        java.util.stream.IntStream.range(0, 100)
            .mapToObj(i -> "\"k%s\": null".formatted(i))
            .collect(java.util.stream.Collectors.joining(",", "{", "}"));
    assertThat(failureOf(call(tool, many)).message())
        .endsWith("/k19: null found, integer expected; and more");
  }

  @Test
  void checksPatternsInLinearTime() throws Exception {
    var tool =
        StubTool.taking(
            """
            {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a|aa)+$"}}}
            """,
            request -> new ToolOutcome.Succeeded(""));

    assertThat(failureOf(call(tool, "{\"a\": \"%s!\"}".formatted("a".repeat(5000)))).code())
        .isEqualTo("invalid_arguments");
  }

  @ParameterizedTest
  @ValueSource(classes = {InterruptedException.class, ClosedByInterruptException.class})
  void doesNotKnowTheOutcomeOfAToolThatWasInterrupted(Class<? extends Exception> interrupt) {
    var tool =
        stub(
            EffectClass.READ_ONLY,
            LONG,
            request -> {
              throw interrupt.getConstructor().newInstance();
            });

    assertThatThrownBy(() -> call(tool, "{}"))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessage("it is unknown how stub ended: it was interrupted");
  }

  @Test
  void doesNotLetAToolsErrorEndTheServersWork() throws Exception {
    var tool =
        stub(
            EffectClass.READ_ONLY,
            LONG,
            request -> {
              throw new StackOverflowError("too deep");
            });

    assertThat(failureOf(call(tool, "{}")).toString())
        .matches("tool_failed: stub failed: too deep \\(fault [0-9a-f]{8}\\)");
  }

  @Test
  void tellsTheModelThatAToolFailedButNotWhereItsFilesAre() throws Exception {
    var tool =
        stub(
            EffectClass.READ_ONLY,
            LONG,
            request -> {
              throw new IOException("no luck\nwith " + root.toRealPath().resolve("a.txt"));
            });

    assertThat(failureOf(call(tool, "{}")).toString())
        .startsWith("tool_failed: stub failed: no luck with a.txt (fault ");
  }

  @Test
  void passesOnWhatTheToolSays() throws Exception {
    var refusing =
        stub(
            EffectClass.ONCE,
            LONG,
            request -> {
              throw new ToolException("not_today", "closed on Mondays");
            });
    var unsure =
        stub(
            EffectClass.ONCE,
            LONG,
            request -> {
              throw new OutcomeUnknownException("stub", "the line went dead");
            });
    var silent = stub(EffectClass.READ_ONLY, LONG, request -> nothing());

    assertThat(call(refusing, "{}"))
        .isEqualTo(ToolOutcome.failed("not_today", "closed on Mondays"));
    assertThatThrownBy(() -> call(unsure, "{}")).hasMessageContaining("the line went dead");
    assertThat(failureOf(call(silent, "{}")).code()).isEqualTo("tool_failed");
  }

  @Test
  void saysWhatKindOfFailureItWas() throws Exception {
    var limited = new Fault(FailureClass.RATE_LIMITED, "slow down").retryAfter(LONG);

    assertThat(
            faultOf(
                request -> {
                  throw new FaultException(limited);
                }))
        .isEqualTo(limited);
    assertThat(
            faultOf(
                    request -> {
                      throw new ConnectException("refused");
                    })
                .kind())
        .isEqualTo(FailureClass.CONNECTION);
    assertThat(faultOf(request -> ToolOutcome.failed("overloaded", "busy")))
        .isEqualTo(new Fault(FailureClass.OVERLOADED, "busy"));
    assertThat(faultOf(request -> ToolOutcome.failed("no_such_file", "no")).kind())
        .as("a code of its own")
        .isEqualTo(FailureClass.UNKNOWN);
    assertThat(
            faultOf(
                    request -> {
                      throw new IOException("no luck");
                    })
                .kind())
        .isEqualTo(FailureClass.UNKNOWN);
  }

  @Test
  void hasTheKindOfAKnownExceptionAsTheCode() throws Exception {
    var tool =
        stub(
            EffectClass.ONCE,
            LONG,
            request -> {
              throw new ConnectException("refused");
            });

    assertThat(failureOf(call(tool, "{}")).toString())
        .startsWith("connection: stub failed: refused (fault ");
  }

  private Fault faultOf(StubTool.Body body) throws Exception {
    var call = new ToolCall("c1", "stub", JsonValue.EMPTY_OBJECT);
    return caller(stub(EffectClass.READ_ONLY, LONG, body))
        .call(ToolUse.CLEARED_CALL, call, TestCalls.context("key", root))
        .fault()
        .orElseThrow();
  }

  /** A tool that breaks its contract. */
  private static ToolOutcome nothing() throws Exception {
    var task = new FutureTask<ToolOutcome>(() -> {}, null);
    task.run();
    return task.get();
  }

  private static Tool stub(EffectClass effect, Duration timeout, StubTool.Body body) {
    return StubTool.of(effect, timeout, body);
  }

  private ToolOutcome call(Tool tool, String arguments) throws Exception {
    return caller(tool)
        .call(
            ToolUse.CLEARED_CALL,
            new ToolCall("c1", "stub", new JsonValue(arguments)),
            TestCalls.context("key", root))
        .outcome();
  }

  private static ToolCaller caller(Tool tool) {
    return ToolFixture.caller(new ToolCatalogue(List.of(tool)));
  }

  private static Failure failureOf(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }
}
