package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.reprise.model.AnthropicWire;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubWire;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers of the kind {@code anthropic}. */
@ParameterizedClass(name = "streamed: {0}")
@ValueSource(booleans = {true, false})
class AnthropicProviderTest extends ProviderContract {

  AnthropicProviderTest(boolean streamed) {
    super(ProviderKind.ANTHROPIC, streamed, new AnthropicWire(streamed));
  }

  @Override
  String placeOfSchema() {
    return "/output_config/format/schema";
  }

  @Override
  StubWire inOnePiece() {
    return new AnthropicWire(false);
  }

  @Override
  boolean isObject() {
    return !streamed;
  }

  @Override
  String prefix() {
    return "event: content_block_delta\ndata: ";
  }

  @Override
  String modelOptions() {
    return "{\"thinkingBudget\":2048,\"stop\":[\"END\"]}";
  }

  @Test
  void sendsTheOptions() throws Exception {
    JsonNode told = told(new Message.User("hello"));

    assertThat(told.path("max_tokens").asInt()).isEqualTo(8192 + 2048);
    assertThat(told.path("thinking").path("type").asText()).isEqualTo("enabled");
    assertThat(told.path("thinking").path("budget_tokens").asInt()).isEqualTo(2048);
    assertThat(told.path("stop_sequences").path(0).asText()).isEqualTo("END");
    assertThat(stub.requests().getLast().headers()).containsEntry("x-api-key", KEY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'thinkingBudget':2048,'temperature':1} | temperature: must not be set together with thinking",
        "{'thinkingBudget':2048,'reasoningEffort':'low'} | reasoningEffort: must not be set together with thinkingBudget",
        "{'thinkingBudget':2048,'maxOutputTokens':2048} | maxOutputTokens: must be more than",
        "{'thinkingBudget':10} | thinkingBudget: must be a whole number from 1024",
      })
  void refusesOptionsThatExcludeEachOther(String options, String message) {
    assertThatThrownBy(() -> model().check(options(options.replace('\'', '"'))))
        .isInstanceOf(InvalidModelOptionsException.class)
        .hasMessageContaining(message);
  }

  @Test
  void marksWhatTheProviderCachesForTheNextRequest() throws Exception {
    JsonNode told = told(new Message.User("one"), new Message.User("two"));

    assertThat(told.path("system").path(0).path("cache_control").path("type").asText())
        .isEqualTo("ephemeral");
    assertThat(told.path("messages").size()).isEqualTo(1);
    JsonNode blocks = told.path("messages").path(0).path("content");
    assertThat(blocks.path(0).has("cache_control")).isFalse();
    assertThat(blocks.path(1).path("cache_control").path("type").asText()).isEqualTo("ephemeral");
  }

  @Test
  void sendsReasoningBackWithItsSignatureAndMarksFailures() throws Exception {
    var call = new ToolCall("toolu_1", "read_file", JsonValue.EMPTY_OBJECT);
    List<Block> said = new ArrayList<>();
    said.add(thought("first", "sig-1"));
    said.add(new Block.Text("and"));
    said.add(thought("", "sig-2"));
    said.add(new Block.Call(call));
    stub.then(wire.says(said));
    ModelReply reply = ask("hello");
    assertThat(String.join("", heard)).isEqualTo(streamed ? "(fi)(rst)and" : "");

    JsonNode told =
        told(
            new Message.User("hello"),
            new Message.Assistant(reply.blocks(), reply.metadata()),
            new Message.ToolResult(call, ToolOutcome.failed("io_error", "gone")));

    JsonNode blocks = told.path("messages").path(1).path("content");
    assertThat(blocks.path(0).toString())
        .isEqualTo("{\"type\":\"thinking\",\"thinking\":\"first\",\"signature\":\"sig-1\"}");
    assertThat(blocks.path(2).toString())
        .isEqualTo("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"sig-2\"}");
    JsonNode result = told.path("messages").path(2).path("content").path(0);
    assertThat(result.path("is_error").asBoolean()).isTrue();
    assertThat(result.path("content").path(0).path("text").asText()).contains("gone");
  }

  private static Block thought(String text, String signature) {
    return ReasoningBlocks.of(text, ReasoningBlocks.proof("acme").put("signature", signature));
  }

  @Test
  void countsTokensWrittenToTheCacheAsInput() throws Exception {
    stub.then(
        StubAnswer.json(
            200,
            """
            {"type": "message", "stop_reason": "end_turn",
             "content": [{"type": "text", "text": "well"}],
             "usage": {"input_tokens": 1, "cache_read_input_tokens": 2,
                       "cache_creation_input_tokens": 3, "output_tokens": 4}}"""));

    assertThat(ask("hello").usage()).isEqualTo(new Usage(6, 4, 2, 3));
  }

  @Test
  void givesAPausedReplyBackUnlessItHasCallsOfThisServer() throws Exception {
    stub.then(
        ends(wire.says("searching"), "", "pause_turn"),
        ends(wire.says(List.of(CALL)), "", "pause_turn"),
        ends(wire.says(List.of(CALL)), "tool_use", "pause_turn"));

    assertThat(ask("hello").incomplete()).contains(Incomplete.PAUSED);
    assertThat(ask("hello").incomplete()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 8192",
        "{\"reasoningEffort\":\"high\"} | 32000",
        "{\"thinkingBudget\":2048} | 10240",
        "{\"reasoningEffort\":\"high\",\"maxOutputTokens\":100} | 100"
      })
  void leavesRoomForReasoningAndAnAnswer(String options, int tokens) throws Exception {
    var model = new ModelChoice("acme", "stub-1", new JsonValue(options));
    var transcript = new Transcript(List.of(new Message.User("hello")));
    stub.then(wire.says("yes"));

    model()
        .reply(
            new ModelRequest(
                model, "", "only", 1, 1, ModelRequest.Purpose.ANSWER, transcript, List.of()));

    JsonNode told = Json.read(stub.requests().getLast().body());
    assertThat(told.path("max_tokens").asInt()).isEqualTo(tokens);
  }

  /** The API refuses other characters. */
  @Test
  void sendsIdsOfOtherProvidersInItsOwnCharacters() throws Exception {
    var call = new ToolCall("functions.read:0", "read_file", JsonValue.EMPTY_OBJECT);

    String told =
        told(
                new Message.User("hello"),
                new Message.Assistant("", List.of(call)),
                new Message.ToolResult(call, new ToolOutcome.Succeeded("seen")))
            .toString();

    assertThat(told)
        .contains("\"id\":\"functions_read_0\"", "\"tool_use_id\":\"functions_read_0\"");
  }

  @ParameterizedTest
  @CsvSource({"refusal, CONTENT_REFUSED", "model_context_window_exceeded, CONTEXT_EXCEEDED"})
  void classifiesRepliesThatWereStopped(String reason, FailureClass expected) {
    StubAnswer said = wire.says("well");
    stub.then(
        new StubAnswer(
            200,
            said.headers(),
            said.pieces().stream().map(it -> it.replace("end_turn", reason)).toList(),
            said.ending()));

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(
            ModelException.class, e -> assertThat(e.fault().kind()).isEqualTo(expected));
  }
}
