package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.OllamaWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.model.StubWire;
import dev.reprise.model.TokenListener;
import dev.reprise.model.catalogue.ProviderProtocols;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The behaviour of every provider, with whole and with streamed replies. */
abstract class ProviderContract {

  static final String KEY = "sk-loopback-0123456789";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int MAX_REPLY_BYTES = 1024 * 1024;

  final StubProvider stub = StubProvider.start();
  final boolean streamed;
  final StubWire wire;
  final List<String> heard = new ArrayList<>();

  private final ProviderKind kind;

  ProviderContract(ProviderKind kind, boolean streamed, StubWire wire) {
    this.kind = kind;
    this.streamed = streamed;
    this.wire = wire;
  }

  @AfterEach
  void close() {
    stub.close();
  }

  /** Returns whether the protocol has call ids and reports cached tokens. */
  boolean isDetailed() {
    return true;
  }

  @Test
  void returnsTheReplyOfTheModel() throws Exception {
    stub.then(wire.says("Grüße, 世界 🙂"));

    ModelReply reply = ask("hello");

    assertThat(reply.text()).isEqualTo("Grüße, 世界 🙂");
    assertThat(reply.calls()).isEmpty();
    assertThat(reply.usage()).isEqualTo(isDetailed() ? StubWire.USAGE : new Usage(30, 7));
    JsonNode metadata = Json.read(reply.metadata().orElseThrow().text());
    assertThat(metadata.path("model").asText()).isEqualTo("stub-1");
    assertThat(metadata.path("stopReason").asText()).isIn("stop", "end_turn");
    assertThat(metadata.path("id").asText().isEmpty()).isEqualTo(!isDetailed());
    assertThat(String.join("", heard)).isEqualTo(streamed ? "Grüße, 世界 🙂" : "");
  }

  @Test
  void sendsTheKeyAndTheModelInOneCall() throws Exception {
    stub.then(wire.says("yes"));

    ask("hello");

    assertThat(stub.requests()).hasSize(1);
    StubProvider.Request request = stub.requests().getFirst();
    assertThat(request.headers().values()).anyMatch(value -> value.endsWith(KEY));
    JsonNode body = Json.read(request.body());
    assertThat(body.path("model").asText()).isEqualTo("stub-1");
    assertThat(body.path("stream").asBoolean()).isEqualTo(streamed);
    assertThat(request.body()).contains("You are a test.").contains("hello");
    assertThat(body.path("tools").toString())
        .contains("read_file", "Reads a file", "\"minLength\":1");
  }

  @Test
  void repliesWithOneCall() throws Exception {
    var call = new ToolCall("call_a", "read_file", new JsonValue("{\"path\":\"a.txt\",\"n\":1}"));
    stub.then(wire.says(List.of(new Block.Text("let me see"), new Block.Call(call))));

    ModelReply reply = ask("hello");

    assertThat(reply.text()).isEqualTo("let me see");
    assertThat(reply.calls()).containsExactly(call);
  }

  @Test
  void repliesWithParallelCallsInTheirOrder() throws Exception {
    List<Block> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      var arguments = new JsonValue("{\"path\":\"%d\"}".formatted(i));
      calls.add(new Block.Call(new ToolCall("call_" + i, "read_file", arguments)));
    }
    stub.then(wire.says(calls));

    assertThat(ask("hello").blocks()).isEqualTo(calls);
  }

  @Test
  void keepsMalformedArgumentsAsATextThatNoToolAccepts() throws Exception {
    assumeFalse(isObject(), "the protocol cannot express it");
    var malformed = new JsonValue("\"{\\\"path\\\": \\\"a.t\"");
    stub.then(
        wire.says(List.of(new Block.Call(new ToolCall("call_a", "read_file", malformed)))),
        wire.says("sorry"));

    ModelReply reply = ask("hello");
    assertThat(reply.calls()).extracting(ToolCall::arguments).containsExactly(malformed);

    ask(
        new Message.User("hello"),
        new Message.Assistant(reply.blocks(), reply.metadata()),
        new Message.ToolResult(
            reply.calls().getFirst(), ToolOutcome.failed("invalid_arguments", "no object")));

    assertThat(stub.requests().getLast().body()).contains("{\\\"path\\\": \\\"a.t", "no object");
  }

  /**
   * Returns whether the protocol sends arguments as an object, so that they cannot be malformed.
   */
  boolean isObject() {
    return false;
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_request_error, nonsense, INVALID_REQUEST",
    "401, authentication_error, who are you, AUTHENTICATION",
    "402, billing_error, pay first, AUTHENTICATION",
    "403, permission_error, not for you, AUTHENTICATION",
    "404, not_found_error, no such model, INVALID_REQUEST",
    "408, timeout_error, too slow, TIMEOUT",
    "409, conflict, locked, SERVER_ERROR",
    "413, request_too_large, too large, INVALID_REQUEST",
    "429, rate_limit_error, slow down, RATE_LIMITED",
    "429, insufficient_quota, insufficient_quota: pay first, AUTHENTICATION",
    "500, api_error, oops, SERVER_ERROR",
    "503, overloaded_error, busy, OVERLOADED",
    "529, overloaded_error, busy, OVERLOADED",
  })
  void classifiesStatuses(int status, String type, String message, FailureClass expected) {
    stub.then(wire.error(status, type, message));

    Fault fault = faultOf("hello");

    assertThat(fault.kind()).isEqualTo(expected);
    assertThat(fault.message())
        .isEqualTo("model provider 'acme' answered %d: %s".formatted(status, message));
    assertThat(fault.retryAfter()).isEmpty();
    assertThat(stub.requests()).hasSize(1);
  }

  /** The templates of some models take only turns. */
  @Test
  void tellsMessagesOfTheUserThatFollowEachOtherAsOne() throws Exception {
    JsonNode told = told(new Message.User("first"), new Message.User("second"));

    assertThat(told.path("messages").toString()).containsOnlyOnce("\"user\"");
    assertThat(told.toString()).contains("first").contains("second");
  }

  /** A provider counts the tools of a request. */
  @ParameterizedTest
  @ValueSource(strings = {"tools.0.custom.input_schema: no", "Invalid value: tools[0].function"})
  void namesTheToolThatAProviderRefuses(String message) {
    stub.then(wire.error(400, "invalid_request_error", message));

    assertThat(faultOf("hello").message()).endsWith(message + " (tool 'read_file')");
  }

  @Test
  void namesNoToolThatWasNotOffered() {
    stub.then(wire.error(400, "invalid_request_error", "tools.7.name: no"));

    assertThat(faultOf("hello").message()).endsWith("tools.7.name: no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "This model's maximum context length is 8192 tokens, however you requested 9000",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
        "the input length exceeds the context length",
        "request (9000 tokens) exceeds the available context size (8192 tokens)",
        "The input token count (1200000) exceeds the maximum number of tokens allowed",
      })
  void recognisesATranscriptThatIsTooLong(String message) {
    stub.then(wire.error(400, "invalid_request_error", message));

    assertThat(faultOf("hello").kind()).isEqualTo(FailureClass.CONTEXT_EXCEEDED);
  }

  @ParameterizedTest
  @CsvSource({"7, PT7S", "'Thu, 01 Jan 2026 00:00:30 GMT', PT30S"})
  void reportsWhenToRetry(String header, Duration wait) {
    stub.then(
        wire.error(429, "rate_limit_error", "slow down").with("Retry-After", header),
        wire.error(503, "overloaded_error", "busy").with("retry-after", header));

    assertThat(faultOf("hello").retryAfter()).contains(wait);
    assertThat(faultOf("hello").retryAfter()).contains(wait);
  }

  @Test
  void classifiesAProxysPage() {
    stub.then(StubAnswer.json(502, "<html>\n<h1>Bad   gateway</h1>"));

    Fault fault = faultOf("hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.SERVER_ERROR);
    assertThat(fault.message())
        .isEqualTo("model provider 'acme' answered 502: <html> <h1>Bad gateway</h1>");
  }

  @Test
  void followsNoRedirect() {
    stub.then(
        StubAnswer.json(307, "elsewhere").with("Location", stub.url("/elsewhere").toString()));

    assertThat(faultOf("hello").message()).contains("answered 307");
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void classifiesAnErrorWithinAReply() {
    stub.then(wire.fails("overloaded_error", "busy"));

    Fault fault = faultOf("hello");

    assertThat(fault.kind().isTransient()).isTrue();
    assertThat(fault.message()).contains("failed within its reply: busy");
    if (isDetailed()) {
      assertThat(fault.kind()).isEqualTo(FailureClass.OVERLOADED);
    }
  }

  @Test
  void classifiesARefusedConnection() throws IOException {
    URI nowhere;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nowhere = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    Fault fault = faultOf(model(nowhere, Duration.ofSeconds(5)), "hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.CONNECTION);
    assertThat(fault.message()).startsWith("model provider 'acme' at " + nowhere);
  }

  @ParameterizedTest
  @EnumSource(
      value = StubAnswer.Ending.class,
      names = {"CUT", "RESET"})
  void classifiesAReplyThatBreaksOff(StubAnswer.Ending ending) {
    stub.then(wire.says("a reply that is long enough to be cut in two").half(ending));

    assertThat(faultOf("hello").kind()).isEqualTo(FailureClass.STREAM_RESET);
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void refusesAReplyWithoutItsEnd() {
    assumeTrue(streamed);
    stub.then(wire.says("a reply").without(wire.lastPieces()));

    assertThat(faultOf("hello"))
        .isEqualTo(
            new Fault(
                FailureClass.STREAM_RESET,
                "the reply of model provider 'acme' broke off before its end: its last event did"
                    + " not come"));
  }

  /** It is whole, and paid. */
  @ParameterizedTest
  @EnumSource(
      value = StubAnswer.Ending.class,
      names = {"COMPLETE", "CUT"})
  void takesAWholeReplyWhoseStreamDoesNotEndAsItShould(StubAnswer.Ending ending) throws Exception {
    assumeTrue(streamed && wire.lastPieces() > 1);
    StubAnswer whole = wire.says("a reply").without(1);
    stub.then(new StubAnswer(200, whole.headers(), whole.pieces(), ending));

    ModelReply reply = ask("hello");

    assertThat(reply.text()).isEqualTo("a reply");
    assertThat(reply.usage()).isEqualTo(StubWire.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r", "\n"})
  void readsLinesThatEndInEachWay(String end) throws Exception {
    assumeTrue(streamed);
    StubAnswer answer = wire.says("a reply");
    stub.then(
        StubAnswer.stream(
            "text/event-stream",
            answer.pieces().stream().map(piece -> piece.replace("\n", end)).toList()));
    assumeFalse(end.equals("\r") && wire instanceof OllamaWire, "JSON Lines do not");

    assertThat(ask("hello").text()).isEqualTo("a reply");
  }

  /** What follows the end of a reply changes nothing. */
  @Test
  void ignoresWhatComesAfterTheEnd() throws Exception {
    assumeTrue(streamed && wire.lastPieces() > 1);
    stub.then(wire.says("a reply").before(0, "data: garbage{\n\ndata: {\"error\": \"late\"}\n\n"));

    assertThat(ask("hello").text()).isEqualTo("a reply");
  }

  /** A server may be unable to stream. */
  @Test
  void takesAReplyInOnePieceInAnswerToARequestForAStream() throws Exception {
    assumeTrue(streamed);
    stub.then(inOnePiece().says(List.of(new Block.Text("a reply"), CALL)));

    ModelReply reply = ask("hello");

    assertThat(reply.blocks()).containsExactly(new Block.Text("a reply"), CALL);
    assertThat(reply.usage()).isEqualTo(isDetailed() ? StubWire.USAGE : new Usage(30, 7));
    assertThat(reply.incomplete()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = StubAnswer.Ending.class,
      names = {"CUT", "RESET"})
  void classifiesAReplyInOnePieceThatBreaksOff(StubAnswer.Ending ending) {
    stub.then(inOnePiece().says("a reply that is long enough to be cut in two").half(ending));

    assertThat(faultOf("hello").kind()).isEqualTo(FailureClass.STREAM_RESET);
  }

  @Test
  void skipsAMarkOfTheByteOrder() throws Exception {
    assumeTrue(streamed && !(wire instanceof OllamaWire), "JSON Lines have none");
    StubAnswer answer = wire.says("a reply");
    stub.then(answer.before(answer.pieces().size(), "\ufeff"));

    assertThat(ask("hello").text()).isEqualTo("a reply");
    assertThat(heard).containsExactly("a r", "eply");
  }

  /** Returns the protocol without streams. */
  abstract StubWire inOnePiece();

  @Test
  void tellsThatAReplyWasCutOff() throws Exception {
    stub.then(ends(wire.says("half a re"), "length", "max_tokens"));

    ModelReply reply = ask("hello");

    assertThat(reply.text()).isEqualTo("half a re");
    assertThat(reply.incomplete()).contains(Incomplete.CUT_OFF);
  }

  @Test
  void takesAReplyThatEndsForAnUnknownReasonByWhatItSays() throws Exception {
    stub.then(ends(wire.says("a reply"), "tired", "tired"));

    ModelReply reply = ask("hello");

    assertThat(reply.incomplete()).isEmpty();
    assertThat(Json.read(reply.metadata().orElseThrow().text()).path("stopReason").asText())
        .isEqualTo("tired");
  }

  /** Returns an answer with another reason for its end. */
  static StubAnswer ends(StubAnswer answer, String openAi, String anthropic) {
    return new StubAnswer(
        answer.status(),
        answer.headers(),
        answer.pieces().stream()
            .map(piece -> piece.replace("_reason\":\"stop\"", "_reason\":\"" + openAi + "\""))
            .map(piece -> piece.replace("\"end_turn\"", "\"" + anthropic + "\""))
            .toList(),
        answer.ending());
  }

  /** Telemetry names the protocol, whatever the operator calls the provider. */
  @Test
  void hasTheNameOfItsKindInTelemetry() {
    assertThat(model().telemetryName()).isEqualTo(kind.configName());
  }

  /** A count of tokens is not always one. */
  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "-5", "1e400", "\"7\"", "null", "{}"})
  void readsWhateverAProviderCounts(String count) throws Exception {
    StubAnswer answer = wire.says("a reply");
    stub.then(
        new StubAnswer(
            200,
            answer.headers(),
            answer.pieces().stream()
                .map(
                    piece ->
                        piece.replaceAll(
                            "(output_tokens|completion_tokens|eval_count)\":7", "$1\":" + count))
                .toList(),
            answer.ending()));

    ModelReply reply = ask("hello");

    assertThat(reply.text()).isEqualTo("a reply");
    assertThat(reply.usage().outputTokens()).isBetween(0L, 1_000_000_000_000L);
  }

  @Test
  void makesOneRefusedCallOfACallWithoutAName() throws Exception {
    var nameless = new ToolCall("call_a", "NAMELESS", JsonValue.EMPTY_OBJECT);
    StubAnswer answer = wire.says(List.of(new Block.Call(nameless), CALL));
    stub.then(
        new StubAnswer(
            200,
            answer.headers(),
            answer.pieces().stream().map(piece -> piece.replace("NAMELESS", "")).toList(),
            answer.ending()));

    assertThat(ask("hello").calls())
        .extracting(ToolCall::tool)
        .containsExactly("invalid-name-none", "read_file");
  }

  /** For example a signature that Gemini requires back. */
  @Test
  void givesWhatAProviderAddsToACallBackToItAndToNoOther() throws Exception {
    String added = "\"extra_content\":{\"google\":{\"thought_signature\":\"c2ln\",\"n\":1.50}}";
    StubAnswer answer = wire.says(List.of(CALL));
    stub.then(
        new StubAnswer(
            200,
            answer.headers(),
            answer.pieces().stream()
                .map(
                    piece ->
                        piece
                            .replace("\"id\":\"call_b\"", "\"id\":\"call_b\"," + added)
                            .replace(
                                "{\"function\":{\"name\"", "{" + added + ",\"function\":{\"name\""))
                .toList(),
            answer.ending()),
        wire.says("yes"),
        wire.says("yes"));
    var said = ask("hello");

    Message reply = new Message.Assistant(said.blocks(), said.metadata());
    Message result =
        new Message.ToolResult(said.calls().getFirst(), new ToolOutcome.Succeeded("seen"));
    ask(new Message.User("hello"), reply, result);
    ask(new Message.User("hello"), reply.forAnyProvider(), result.forAnyProvider());

    assertThat(stub.requests().get(1).body()).contains(added);
    assertThat(stub.requests().get(2).body()).doesNotContain("c2ln");
  }

  static final Block.Call CALL =
      new Block.Call(new ToolCall("call_b", "read_file", new JsonValue("{\"path\":\"b\"}")));

  @ParameterizedTest
  @EnumSource(
      value = StubAnswer.Ending.class,
      names = {"STALL", "SILENT"})
  void endsTheCallAfterASilence(StubAnswer.Ending ending) {
    stub.then(wire.says("a reply that is long enough to be cut in two").half(ending));

    Fault fault = faultOf(model(url(), Duration.ofMillis(300)), "hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.TIMEOUT);
    assertThat(fault.message()).contains("PT0.3S");
    await().until(() -> stub.abandoned() == 1);
  }

  @Test
  void classifiesAnAnswerThatIsNotJson() {
    StubAnswer good = wire.says("a reply");
    stub.then(
        streamed
            ? good.before(good.pieces().size(), prefix() + "{\"broken\": \n\n")
            : StubAnswer.json(200, "{\"broken\": "));

    Fault fault = faultOf("hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.SERVER_ERROR);
    assertThat(fault.message()).contains("not JSON");
  }

  /** A proxy may give such an answer instead of a provider that is down. */
  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "null", "[]", "\"busy\"", "{}", "{\"choices\": []}"})
  void classifiesAnAnswerWithoutAReply(String body) {
    assumeFalse(streamed, "an event stream without events counts as broken off");
    stub.then(StubAnswer.json(200, body));

    Fault fault = faultOf("hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.SERVER_ERROR);
    assertThat(fault.message()).contains("the reply of model provider 'acme'");
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void classifiesAStreamWithoutAReply() {
    assumeTrue(streamed);
    stub.then(StubAnswer.json(200, ""));

    assertThat(faultOf("hello").kind().isTransient()).isTrue();
  }

  /** Returns the text before the data of an event. */
  String prefix() {
    return "data: ";
  }

  @Test
  void refusesAReplyThatIsTooLong() {
    stub.then(wire.says("x".repeat(10 * MAX_REPLY_BYTES)));

    Fault fault = faultOf("hello");

    assertThat(fault.kind()).isEqualTo(FailureClass.UNKNOWN);
    assertThat(fault.message()).contains("has more than 1048576 bytes");
    await().until(() -> stub.abandoned() == 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = StubAnswer.Ending.class,
      names = {"STALL", "SILENT"})
  void endsAtOnceWhenInterrupted(StubAnswer.Ending ending) throws Exception {
    stub.then(wire.says("a reply that is long enough to be cut in two").half(ending));
    var model = model(url(), Duration.ofMinutes(1));
    var outcome = new CompletableFuture<Throwable>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    model.reply(request(new Message.User("hello")));
                    outcome.complete(null);
                  } catch (Throwable e) {
                    outcome.complete(e);
                  }
                });
    await().until(() -> stub.requests().size() == 1);
    Thread.sleep(100); // so that the call waits within the reply too

    thread.interrupt();

    assertThat(outcome.get(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    await().atMost(Duration.ofSeconds(1)).until(() -> stub.abandoned() == 1);
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void neverNamesTheKey() {
    stub.then(
        wire.error(401, "authentication_error", "who"), wire.says("a").half(StubAnswer.Ending.CUT));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> ask("hello"))
          .satisfies(met -> assertThat(stackTrace(met)).doesNotContain(KEY));
    }
  }

  private static String stackTrace(Throwable met) {
    var text = new StringWriter();
    met.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void refusesUnknownOptions() {
    var options = options("{\"temperature\":9,\"colour\":\"red\"}");

    assertThatThrownBy(() -> model().check(options))
        .isInstanceOf(InvalidModelOptionsException.class)
        .hasMessageContaining("temperature: must be a number from 0.0 to ")
        .hasMessageContaining("colour: is not allowed here; allowed are ");
  }

  static ChatModel.ModelOptions options(String json) {
    return new ChatModel.ModelOptions(new JsonValue(json), List.of("only"));
  }

  final URI url() {
    return stub.url("/v1");
  }

  final ChatModel model() {
    return model(url(), Duration.ofSeconds(20));
  }

  private ChatModel model(URI url, Duration stallTimeout) {
    return ProviderProtocols.chatModel(
        new ProviderSettings(
            "acme",
            kind,
            url,
            Optional.of(KEY),
            Duration.ofSeconds(5),
            stallTimeout,
            MAX_REPLY_BYTES,
            streamed),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  final ModelReply ask(String prompt) throws ModelException, InterruptedException {
    return ask(new Message.User(prompt));
  }

  final ModelReply ask(Message... messages) throws ModelException, InterruptedException {
    return model().reply(request(messages), hearing());
  }

  final JsonNode told(Message... messages) throws ModelException, InterruptedException {
    stub.then(wire.says("yes"));
    ask(messages);
    return Json.read(stub.requests().getLast().body());
  }

  /** Returns where a request has the schema of its answer, as a JSON pointer. */
  abstract String placeOfSchema();

  @Test
  void sendsTheSchemaOfAnAnswerInItsOwnForm() throws Exception {
    String schema =
        "{'type':'object','properties':{'total':{'type':'number'}},'required':['total'],'additionalProperties':false}"
            .replace('\'', '"');

    assertThat(toldOfAnswer(schema).at(placeOfSchema())).isEqualTo(Json.read(schema));
    assertThat(told(new Message.User("any text")).at(placeOfSchema()).isMissingNode()).isTrue();
    assertThat(model().refusalOf(new JsonValue(schema))).isEmpty();
  }

  final JsonNode toldOfAnswer(String schema) throws ModelException, InterruptedException {
    ModelRequest any = request(new Message.User("the total?"));
    stub.then(wire.says("{}"));
    model()
        .reply(
            new ModelRequest(
                any.model(),
                any.systemPrompt(),
                any.phase(),
                1,
                1,
                any.purpose(),
                any.transcript(),
                new ModelRequest.Expected(List.of(), Optional.of(new JsonValue(schema)))),
            hearing());
    return Json.read(stub.requests().getLast().body());
  }

  final TokenListener hearing() {
    return new TokenListener() {
      @Override
      public void text(String more) {
        heard.add(more);
      }

      @Override
      public void reasoning(String more) {
        heard.add("(" + more + ")");
      }
    };
  }

  private Fault faultOf(String prompt) {
    return faultOf(model(), prompt);
  }

  private Fault faultOf(ChatModel model, String prompt) {
    try {
      throw new AssertionError(model.reply(request(new Message.User(prompt))).toString());
    } catch (ModelException e) {
      return e.fault();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String modelOptions() {
    return "{}";
  }

  final ModelRequest request(Message... messages) {
    return new ModelRequest(
        new ModelChoice("acme", "stub-1", new JsonValue(modelOptions())),
        "You are a test.",
        "only",
        1,
        1,
        ModelRequest.Purpose.ANSWER,
        new Transcript(List.of(messages)),
        List.of(
            new OfferedTool(
                "read_file",
                "Reads a file",
                new JsonValue(
                    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"minLength\":1}},"
                        + "\"required\":[\"path\"],\"additionalProperties\":false}"))));
  }
}
