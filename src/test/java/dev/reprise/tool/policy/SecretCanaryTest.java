package dev.reprise.tool.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.platform.Json;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.AgentRequiredException;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableStub;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.secret.NamedSecret;
import dev.reprise.tool.secret.ToolSecrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tool is given a secret in the place of its handle, and does all it can to have it come out
 * again. Nothing of it leaves the tool: not in a result, a failure, a reason, a fault, or the log.
 */
class SecretCanaryTest {

  private static final String CANARY = "s3cr\"t/canary+ö=7Qx\\end";
  private static final String HANDLE = "{{secret:canary}}";
  private static final String MARK = "[redacted:canary]";

  private static final CodeRun CODE =
      new CodeRun(
          "feed_reader", "titles", new UUID(0, 1), CodeRun.Source.PERSISTED, Optional.empty());

  private final List<String> logged = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();
  private final List<String> given = new ArrayList<>();
  private final Path root;

  SecretCanaryTest(@TempDir Path root) {
    this.root = root;
  }

  static Stream<UnaryOperator<String>> ways() {
    return Stream.of(
        secret -> secret,
        secret -> Json.write(TextNode.valueOf(secret)),
        secret -> Json.write(TextNode.valueOf(Json.write(TextNode.valueOf(secret)))),
        secret -> Base64.getEncoder().encodeToString(secret.getBytes(UTF_8)),
        secret -> Base64.getEncoder().withoutPadding().encodeToString(secret.getBytes(UTF_8)),
        secret -> Base64.getUrlEncoder().encodeToString(secret.getBytes(UTF_8)),
        secret -> HexFormat.of().formatHex(secret.getBytes(UTF_8)),
        secret -> HexFormat.of().withUpperCase().formatHex(secret.getBytes(UTF_8)),
        secret -> URLEncoder.encode(secret, UTF_8),
        secret ->
            URLEncoder.encode(secret, UTF_8)
                .replace("+", "%20")
                .replace("%C3%B6", "%c3%b6")
                .replace("%2F", "%2f")
                .replace("%2B", "%2b")
                .replace("%3D", "%3d")
                .replace("%5C", "%5c"));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void comesOutOfNoResultInAnyForm(UnaryOperator<String> way) throws Exception {
    String form = way.apply(CANARY);

    CallResult result =
        call(
            request ->
                new ToolOutcome.Succeeded(
                    "before " + way.apply(secret(request)) + " after",
                    List.of(
                        new Block.Image("https://x/?" + way.apply(secret(request)), "image/png"))));

    assertThat(result.toString()).doesNotContain(form).contains("before ", MARK, " after");
    assertThat(given).containsOnly(CANARY);
  }

  @Test
  void comesOutOfNoHeaderThatHasAUserBeforeIt() throws Exception {
    for (String user : List.of("", "a", "ab", "abc", "abcd")) {
      CallResult result =
          call(
              request ->
                  new ToolOutcome.Succeeded(
                      "Basic "
                          + Base64.getEncoder()
                              .encodeToString(
                                  (user + ":" + secret(request) + "!").getBytes(UTF_8))));

      String shown = ((ToolOutcome.Succeeded) result.outcome()).content();
      assertThat(shown).as(user).contains(MARK);
      assertThat(shown.replace(MARK, "").length()).as("what is left: %s", shown).isLessThan(24);
    }
  }

  @Test
  void comesOutOfNoFailure() throws Exception {
    List<StubTool.Body> bodies =
        List.of(
            request -> ToolOutcome.failed("refused", "no " + secret(request)),
            request -> {
              throw new ToolException("refused", "no " + secret(request));
            },
            request -> {
              throw new IOException("no " + secret(request));
            },
            request -> {
              throw new IOException("x".repeat(480) + secret(request));
            },
            request -> {
              throw new IOException("why", new IllegalStateException(secret(request)));
            },
            request -> {
              throw new IOException(secret(request) + ": Connection reset");
            },
            request -> {
              throw new FaultException(
                  new Fault(FailureClass.RATE_LIMITED, "wait, " + secret(request))
                      .retryAfter(Duration.ofSeconds(3)),
                  new IOException(secret(request)));
            },
            request -> {
              var fault = new IllegalStateException("plain");
              fault.addSuppressed(new IOException("beside " + secret(request)));
              throw fault;
            },
            request -> {
              throw new AssertionError("an error, " + secret(request));
            });
    for (StubTool.Body body : bodies) {
      CallResult result = logging(() -> call(body));

      assertThat(result.outcome()).isInstanceOf(ToolOutcome.Failed.class);
      assertNothingOut(result.toString());
    }
    assertThat(logged).as("faults are logged all the same").hasSizeGreaterThan(4);
  }

  @Test
  void keepsWhatKindOfFaultItWas() throws Exception {
    CallResult result =
        call(
            request -> {
              throw new FaultException(
                  new Fault(FailureClass.RATE_LIMITED, "wait, " + secret(request))
                      .retryAfter(Duration.ofSeconds(3)));
            });

    assertThat(result.fault())
        .contains(
            new Fault(FailureClass.RATE_LIMITED, "wait, " + MARK)
                .retryAfter(Duration.ofSeconds(3)));
  }

  @Test
  void comesOutOfNoCallWhoseOutcomeIsUnknown() {
    assertThatThrownBy(
            () ->
                call(
                    request -> {
                      throw new OutcomeUnknownException(
                          "stub",
                          "sent " + secret(request),
                          new InterruptedException(secret(request)));
                    }))
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class,
            unknown -> {
              assertThat(unknown).hasMessage("it is unknown how stub ended: sent " + MARK);
              assertNothingOut(stack(unknown));
              assertThat(FaultClassifier.of(unknown).kind())
                  .as("what it was is still known")
                  .isEqualTo(FailureClass.CANCELLED);
            });
  }

  @Test
  void comesOutOfNoAnswerAboutACall() throws Exception {
    List<ReconcilableStub.Answer> answers =
        List.of(
            request -> new Reconciliation.Happened("it did, " + secret(request)),
            request -> new Reconciliation.CannotTell("who knows, " + secret(request)),
            request -> {
              throw new IOException("no " + secret(request));
            });
    for (ReconcilableStub.Answer answer : answers) {
      var tool =
          new ReconcilableStub(
              StubTool.of(EffectClass.RECONCILABLE, Duration.ofSeconds(1), body("")), answer);
      String said =
          logging(() -> caller(tool).reconcile(asked("stub"), context(ToolGrant.WHOLE))).toString();

      assertThat(said).contains(MARK);
      assertNothingOut(said);
    }
  }

  @Test
  void comesOutOfNoProgress() throws Exception {
    call(
        request -> {
          request.progress().report(1, OptionalDouble.empty(), "at " + secret(request));
          return new ToolOutcome.Succeeded("");
        });

    assertThat(progress).containsExactly("at " + MARK);
  }

  @Test
  void leavesWhatTheToolReportsOfItsCost() throws Exception {
    CallResult paid =
        call(
            request -> {
              request.progress().cost(new BigDecimal("0.31"));
              return new ToolOutcome.Succeeded(secret(request));
            });

    assertThat(paid.usd()).contains(new BigDecimal("0.31"));
    assertThat(progress).containsExactly("0.31");
    assertThat(call(request -> new ToolOutcome.Succeeded("free")).usd()).isEmpty();
  }

  @Test
  void whatAFailedCallDidCostIsNotLost() throws Exception {
    CallResult failed =
        call(
            request -> {
              request.progress().cost(new BigDecimal("0.31"));
              throw new ToolException("no_more", "the account is empty");
            });

    assertThat(failed.outcome()).isEqualTo(ToolOutcome.failed("no_more", "the account is empty"));
    assertThat(failed.usd()).contains(new BigDecimal("0.31"));
  }

  @Test
  void comesOutOfTheTaskForAnAgentWhichIsKept() throws Exception {
    CallResult required =
        call(
            request -> {
              request.progress().ran(CODE);
              throw new AgentRequiredException(
                  "help",
                  "it needs help",
                  new AgentTask(
                      "tool-writer",
                      new JsonValue(
                          Json.mapper()
                              .createObjectNode()
                              .put("error", secret(request))
                              .toString())));
            });

    assertThat(required.task().orElseThrow().agent()).isEqualTo("tool-writer");
    assertThat(Json.read(required.task().orElseThrow().input().text()).path("error").asText())
        .isEqualTo(MARK);
    assertThat(required.code()).containsExactly(CODE);
  }

  /** The library that checks them quotes none today; another version may. */
  @Test
  void comesOutOfNoComplaintAboutArguments() throws Exception {
    List<String> schemas =
        List.of(
            "{\"type\": \"object\", \"properties\": {\"key\": {\"type\": \"integer\"}}}",
            "{\"type\": \"object\", \"properties\": {\"key\": {\"enum\": [\"a\"]}}}",
            "{\"type\": \"object\", \"properties\": {\"key\": {\"const\": \"a\"}}}",
            "{\"type\": \"object\", \"properties\": {\"key\": {\"pattern\": \"^a$\"}}}",
            "{\"type\": \"object\", \"properties\": {\"key\": {\"maxLength\": 3}}}",
            "{\"type\": \"object\", \"properties\": {\"key\": {\"format\": \"uri\", \"not\": {}}}}");
    for (String schema : schemas) {
      var tool = StubTool.taking(schema, request -> new ToolOutcome.Succeeded("made"));

      Failure failure =
          failure(caller(tool).call(ToolUse.CLEARED_CALL, asked("stub"), context(ToolGrant.WHOLE)));

      assertThat(failure.code()).as(schema).isEqualTo("invalid_arguments");
      assertNothingOut(failure.message());
    }
  }

  @Test
  void isCheckedAsTheToolGetsIt() throws Exception {
    var tool =
        StubTool.taking(
            "{\"type\": \"object\", \"properties\": {\"key\": {\"pattern\": \"^s3cr\"}}}",
            request -> new ToolOutcome.Succeeded("made"));

    assertThat(
            caller(tool)
                .call(ToolUse.CLEARED_CALL, asked("stub"), context(ToolGrant.WHOLE))
                .outcome())
        .isEqualTo(new ToolOutcome.Succeeded("made"));
  }

  @Test
  void isTakenOutOfWhatOtherToolsSayToo() throws Exception {
    var tool =
        StubTool.taking("{\"type\": \"object\"}", request -> new ToolOutcome.Succeeded(CANARY));
    var call = new ToolCall("c1", "stub", JsonValue.EMPTY_OBJECT);

    assertThat(caller(tool).call(ToolUse.CLEARED_CALL, call, context(ToolGrant.WHOLE)).outcome())
        .isEqualTo(new ToolOutcome.Succeeded(MARK));
  }

  @Test
  void isNotGivenToAToolThatMayNotUseIt() throws Exception {
    var none = new ToolGrant(Set.of(), Optional.of(Set.of("spare")), Optional.empty(), false);
    var tool = StubTool.taking("{\"type\": \"object\"}", body("made"));

    assertThat(failure(caller(tool).call(ToolUse.CLEARED_CALL, asked("stub"), context(none))))
        .isEqualTo(
            new Failure(
                "secret_not_allowed",
                "stub was not run: it may not use the secret 'canary' here, only [spare]"));
    assertThat(
            failure(
                    ToolFixture.caller(
                            new ToolCatalogue(List.of(tool)),
                            new ToolPolicy(),
                            secrets(),
                            Redaction.none())
                        .call(ToolUse.CLEARED_CALL, asked("stub"), context(ToolGrant.WHOLE)))
                .message())
        .endsWith("only none");
    assertThat(given).as("the tool was not run").isEmpty();
  }

  private StubTool.Body body(String content) {
    return request -> {
      given.add("made");
      return new ToolOutcome.Succeeded(content);
    };
  }

  private String secret(ToolRequest request) {
    String secret = request.arguments().get("key").asText();
    given.add(secret);
    return secret;
  }

  private CallResult call(StubTool.Body body) throws Exception {
    return caller(StubTool.taking("{\"type\": \"object\"}", body))
        .call(ToolUse.CLEARED_CALL, asked("stub"), context(ToolGrant.WHOLE));
  }

  private static ToolCaller caller(Tool tool) {
    ToolRuleSettings all =
        new ToolRuleSettings(
            Optional.empty(),
            ToolRuleSettings.Approvals.NOTHING,
            Optional.empty(),
            Optional.empty(),
            Optional.of(Set.of("*")),
            Optional.empty(),
            Optional.empty(),
            ToolRuleSettings.Users.ANY);
    return ToolFixture.caller(
        new ToolCatalogue(List.of(tool)), ToolFixture.policy(all), secrets(), Redaction.none());
  }

  private static ToolSecrets secrets() {
    return new ToolSecrets(
        List.of(
            new NamedSecret("canary", CANARY, TenantScope.ALL),
            new NamedSecret("spare", "of no matter", new TenantScope(Set.of("acme"))),
            new NamedSecret("foreign", "somebody else's", new TenantScope(Set.of("umbra")))));
  }

  private static ToolCall asked(String tool) throws Exception {
    return new ToolCall(
        "c1", tool, new JsonValue(Json.mapper().writeValueAsString(Map.of("key", HANDLE))));
  }

  private CallContext context(ToolGrant grant) {
    return new CallContext(
        "run/phase/1/c1",
        new Workspace(root),
        TestCalls.granted(grant),
        new CallProgress() {
          @Override
          public void report(double done, OptionalDouble total, String message) {
            progress.add(message);
          }

          @Override
          public void cost(BigDecimal usd) {
            progress.add(usd.toString());
          }
        });
  }

  private static Failure failure(CallResult result) {
    return ((ToolOutcome.Failed) result.outcome()).failure();
  }

  private interface Work<T> {
    T done() throws Exception;
  }

  /** Hears what the caller of tools logs meanwhile. */
  private <T> T logging(Work<T> work) throws Exception {
    Logger logger = Logger.getLogger(ToolCaller.class.getName());
    var ear =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(
                line.getMessage() + (line.getThrown() == null ? "" : stack(line.getThrown())));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(ear);
    try {
      return work.done();
    } finally {
      logger.removeHandler(ear);
      logged.forEach(SecretCanaryTest::assertNothingOut);
    }
  }

  private static String stack(Throwable fault) {
    var text = new StringWriter();
    fault.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Not even a part of it that would be worth having. */
  private static void assertNothingOut(String text) {
    assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain("s3cr", "canary+", "7qx", "\\end");
  }
}
