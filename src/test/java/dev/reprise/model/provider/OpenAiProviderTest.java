package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubWire;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers of the kind {@code openai}. */
@ParameterizedClass(name = "streamed: {0}")
@ValueSource(booleans = {true, false})
class OpenAiProviderTest extends ProviderContract {

  private static final Block.Image IMAGE =
      new Block.Image("https://example.org/a.png", "image/png");

  OpenAiProviderTest(boolean streamed) {
    super(ProviderKind.OPENAI, streamed, new OpenAiWire(streamed));
  }

  @Override
  String placeOfSchema() {
    return "/response_format/json_schema/schema";
  }

  @Override
  StubWire inOnePiece() {
    return new OpenAiWire(false);
  }

  @Override
  String modelOptions() {
    return """
        {"temperature": 0.5, "topP": 0.9, "maxOutputTokens": 100, "seed": 7, "stop": ["END"],
         "reasoningEffort": "low"}
        """;
  }

  @Test
  void sendsNoSchemaThatItsStrictModeDoesNotTake() throws Exception {
    String open = "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"number\"}}}";

    assertThat(toldOfAnswer(open).has("response_format")).isFalse();
    assertThat(model().refusalOf(new JsonValue(open)))
        .contains("/additionalProperties must be false");
  }

  @Test
  void sendsTheOptions() throws Exception {
    JsonNode told = told(new Message.User("hello"));

    assertThat(told.path("temperature").asDouble()).isEqualTo(0.5);
    assertThat(told.path("top_p").asDouble()).isEqualTo(0.9);
    assertThat(told.path("max_completion_tokens").asInt()).isEqualTo(100);
    assertThat(told.path("seed").asInt()).isEqualTo(7);
    assertThat(told.path("stop").path(0).asText()).isEqualTo("END");
    assertThat(told.path("reasoning_effort").asText()).isEqualTo("low");
  }

  /** What only the total has was written, unless all that was read is missing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'total_tokens':37 | 0 | 37",
        "'prompt_tokens':30,'total_tokens':37 | 30 | 7",
        "'completion_tokens':7,'total_tokens':37 | 30 | 7",
        "'prompt_tokens':30,'completion_tokens':7,'total_tokens':537 | 30 | 507",
        "'prompt_tokens':30,'completion_tokens':7,'total_tokens':0 | 30 | 7",
        "'prompt_tokens':-1,'completion_tokens':null,'total_tokens':-3 | 0 | 0",
      })
  void usesTheTotalOfTokens(String counted, long input, long output) throws Exception {
    StubAnswer answer = wire.says("a reply");
    stub.then(
        new StubAnswer(
            200,
            answer.headers(),
            answer.pieces().stream()
                .map(
                    piece ->
                        piece.replaceAll(
                            "\"prompt_tokens\":\\d+,.*\"total_tokens\":\\d+",
                            counted.replace('\'', '"')))
                .toList(),
            answer.ending()));

    Usage usage = ask("hello").usage();

    assertThat(usage.inputTokens()).isEqualTo(input);
    assertThat(usage.outputTokens()).isEqualTo(output);
  }

  @Test
  void sendsImagesByUrl() throws Exception {
    var call = new ToolCall("call_1", "read_file", JsonValue.EMPTY_OBJECT);

    JsonNode told =
        told(
            new Message.User(List.of(new Block.Text("look"), IMAGE), Optional.of("ana b")),
            new Message.Assistant("", List.of(call)),
            new Message.ToolResult(call, new ToolOutcome.Succeeded("this", List.of(IMAGE))));

    JsonNode user = told.path("messages").path(1);
    assertThat(user.path("name").asText()).isEqualTo("ana_b");
    assertThat(user.path("content").path(1).path("image_url").path("url").asText())
        .isEqualTo("https://example.org/a.png");
    JsonNode images = told.path("messages").path(4);
    assertThat(images.path("role").asText()).isEqualTo("user");
    assertThat(images.path("content").path(0).path("text").asText()).contains("call_1");
    assertThat(images.path("content").path(1).path("image_url").path("url").asText())
        .isEqualTo("https://example.org/a.png");
  }

  @Test
  void refusesImagesWithoutAWebUrl() {
    var image = new Block.Image("blob:17", "image/png");

    assertThatThrownBy(() -> ask(new Message.User(List.of(image), Optional.empty())))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST);
              assertThat(e.fault().message()).contains("not 'blob:17'");
            });
    assertThat(stub.requests()).isEmpty();
  }

  @Test
  void sendsReasoningOnlyToItsOwnProvider() throws Exception {
    var thought = ReasoningBlocks.of("hm", ReasoningBlocks.proof("another"));

    JsonNode told =
        told(
            new Message.User("hello"),
            new Message.Assistant(List.of(thought, new Block.Text("yes")), Optional.empty()),
            new Message.User("well?"));

    assertThat(told.toString()).contains("yes").doesNotContain("hm");
  }

  @Test
  void classifiesARefusal() {
    StubAnswer refusal =
        streamed
            ? wire.says("I")
                .before(3, "data: {\"choices\":[{\"index\":0,\"delta\":{\"refusal\":\"no\"}}]}\n\n")
            : StubAnswer.json(
                200,
                "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"refusal\":\"no\"}}]}");
    stub.then(refusal);

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.CONTENT_REFUSED))
        .hasMessageContaining("refused: no");
  }

  @Test
  void generatesIdsForCallsIfTheServerDoesNot() throws Exception {
    assumeFalse(streamed, "pieces of calls without ids cannot be told apart");
    String call =
        "{\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"arguments\":\"\"}}";
    stub.then(
        StubAnswer.json(
            200,
            "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"tool_calls\":[%s,%s,%s]}}]}"
                .formatted(call.formatted("a"), call.formatted("a"), call.formatted(""))));

    assertThat(ask("hello").calls())
        .extracting(ToolCall::id, ToolCall::arguments)
        .containsExactly(
            tuple("a", JsonValue.EMPTY_OBJECT),
            tuple("call-2", JsonValue.EMPTY_OBJECT),
            tuple("call-3", JsonValue.EMPTY_OBJECT));
  }

  /** As gateways stream them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[{'index':0,'id':'a','function':{'name':'one','arguments':'{}'}}],"
            + "[{'index':0,'id':'b','function':{'name':'two','arguments':'{}'}}]]",
        "[[{'id':'a','function':{'name':'one','arguments':'{}'}}],"
            + "[{'id':'b','function':{'name':'two','arguments':'{}'}}]]",
        "[[{'id':'a','function':{'name':'one','arguments':'{}'}},"
            + "{'id':'b','function':{'name':'two','arguments':'{}'}}]]",
        "[[{'index':0,'id':'a','function':{'name':'one','arguments':'{'}}],"
            + "[{'index':1,'id':'b','function':{'name':'two','arguments':'{'}}],"
            + "[{'index':0,'id':'a','function':{'name':'one','arguments':'}'}}],"
            + "[{'index':1,'id':'b','function':{'arguments':'}'}}]]",
        "[[{'index':0,'id':'a','function':{'arguments':''}}],"
            + "[{'index':0,'function':{'name':'one','arguments':'{}'}}],"
            + "[{'index':1,'id':'b','function':{'name':'two','arguments':'{}'}}]]",
        "[[{'index':0,'id':'a','function':{'name':'o','arguments':''}}],"
            + "[{'index':0,'function':{'name':'ne','arguments':'{}'}}],"
            + "[{'index':0,'id':'b','function':{'name':'two','arguments':''}}],"
            + "[{'index':0,'id':'','function':{'name':'','arguments':'{}'}}]]",
        "[[{'function':{'name':'one','arguments':'{}'}}],"
            + "[{'function':{'name':'two','arguments':'{}'}}]]",
        "[[{'id':'a','function':{'name':'one','arguments':{}}},null,"
            + "{'id':'b','function':{'name':'two','arguments':'{}'}}]]",
        "[[{'id':'a','function':{'name':'one','arguments':'{'}},"
            + "{'id':'b','function':{'name':'two','arguments':'{'}}],"
            + "[{'id':'a','function':{'arguments':'}'}},{'id':'b','function':{'arguments':'}'}}]]",
      })
  void tellsCallsApart(String pieces) throws Exception {
    assumeTrue(streamed);
    List<String> events = new ArrayList<>();
    for (JsonNode calls : Json.read(pieces.replace('\'', '"'))) {
      events.add("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":%s}}]}".formatted(calls));
    }
    events.add("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}");
    stub.then(
        StubAnswer.stream(
            "text/event-stream", events.stream().map(event -> "data: " + event + "\n\n").toList()));

    assertThat(ask("hello").calls())
        .extracting(ToolCall::tool, ToolCall::arguments)
        .containsExactly(
            tuple("one", JsonValue.EMPTY_OBJECT), tuple("two", JsonValue.EMPTY_OBJECT));
  }

  @Test
  void refusesAStreamOfEndlessCalls() {
    assumeTrue(streamed);
    var pieces = new StringBuilder();
    for (int i = 0; i < 8_000; i++) {
      pieces.append(
          "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"c%d\"}]}}]}\n\n".formatted(i));
    }
    stub.then(StubAnswer.stream("text/event-stream", List.of(pieces + "data: [DONE]\n\n")));

    assertThatThrownBy(() -> ask("hello")).hasMessageContaining("more than 256 calls");
  }

  /** Reasoning goes back by its own name, and what came with it as it came. */
  @Test
  void givesReasoningAndItsDetailsBack() throws Exception {
    String first =
        "{'role':'assistant','reasoning':'I ','reasoning_details':[{'type':'reasoning.text','index':0,'text':'I '}]}";
    String second =
        "{'reasoning':'look','reasoning_details':[{'type':'reasoning.text','index':0,'text':'look','signature':'c2ln'}],'content':'so'}";
    String whole =
        "{'role':'assistant','reasoning':'I look','content':'so','reasoning_details':[{'type':'reasoning.text','index':0,'text':'I look','signature':'c2ln'}]}";
    stub.then(
        streamed
            ? StubAnswer.stream(
                "text/event-stream", List.of(delta(first), delta(second), "data: [DONE]\n\n"))
            : StubAnswer.json(
                200,
                "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":%s}]}"
                    .formatted(whole.replace('\'', '"'))),
        wire.says("yes"));

    ModelReply reply = ask("hello");
    ask(new Message.User("hello"), new Message.Assistant(reply.blocks(), reply.metadata()));

    JsonNode back = Json.read(stub.requests().getLast().body()).path("messages").path(2);
    assertThat(back.path("reasoning").asText()).isEqualTo("I look");
    assertThat(back.has("reasoning_content")).isFalse();
    assertThat(back.path("reasoning_details").toString())
        .isEqualTo(
            "[{\"type\":\"reasoning.text\",\"index\":0,\"text\":\"I look\",\"signature\":\"c2ln\"}]");
    assertThat(heard).startsWith(streamed ? new String[] {"(I )", "(look)", "so"} : new String[0]);
  }

  private static String delta(String delta) {
    return "data: {\"choices\":[{\"index\":0,\"delta\":%s}]}\n\n"
        .formatted(delta.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'index':0,'delta':{},'finish_reason':'error'}",
        "{'index':0,'delta':{},'finish_reason':'error','error':{'code':502,'message':'gone'}}",
        "{'index':0,'delta':{},'error':{'message':'gone'}}",
        "{'index':0,'message':{'content':'a'},'finish_reason':'error'}",
      })
  void takesAnErrorInAChoiceForAnError(String choice) {
    String event = "{\"choices\":[%s]}".formatted(choice.replace('\'', '"'));
    stub.then(
        streamed
            ? StubAnswer.stream("text/event-stream", List.of("data: " + event + "\n\n"))
            : StubAnswer.json(200, event));

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.SERVER_ERROR));
  }

  /** What a provider began to answer it may charge for, whatever the server can make of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'choices':[],'usage':{'prompt_tokens':500000}}",
        "garbage",
        "{'choices':[{'index':0,'finish_reason':'content_filter','delta':{},'message':{}}]}",
      })
  void saysThatItMayChargeForAReplyThatIsNone(String body) {
    answersWith(body);

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(ModelException.class, e -> assertThat(e.mayBeCharged()).isTrue());
  }

  @Test
  void saysThatItMayChargeForWhatCameBeforeAnError() {
    assumeTrue(streamed);
    stub.then(
        StubAnswer.stream(
            "text/event-stream",
            List.of(
                delta("{'content':'a part'}"), "data: {\"error\":{\"message\":\"boom\"}}\n\n")));

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(ModelException.class, e -> assertThat(e.mayBeCharged()).isTrue());
  }

  @Test
  void saysThatItDoesNotChargeForARefusal() {
    answersWith("{'error':{'message':'no','code':503}}");

    assertThatThrownBy(() -> ask("hello"))
        .isInstanceOfSatisfying(ModelException.class, e -> assertThat(e.mayBeCharged()).isFalse());
  }

  private void answersWith(String body) {
    String json = body.replace('\'', '"');
    stub.then(
        streamed
            ? StubAnswer.stream("text/event-stream", List.of("data: " + json + "\n\n"))
            : StubAnswer.json(200, json));
  }

  @Test
  void leavesOtherChoicesAndEmptyErrorsOut() throws Exception {
    String first =
        "{'choices':[{'index':1,'delta':{'content':'other','refusal':'no'}},{'index':0,'delta':{'content':'a reply'}}],'error':{}}";
    stub.then(
        streamed
            ? StubAnswer.stream(
                "text/event-stream",
                List.of("data: " + first.replace('\'', '"') + "\n\n", "data:  [DONE] "))
            : StubAnswer.json(200, first.replace("delta", "message").replace('\'', '"')));

    assertThat(ask("hello").text()).isEqualTo("a reply");
  }

  @Test
  void readsAContentOfParts() throws Exception {
    String message = "{'content':[{'type':'text','text':'a '},{'type':'text','text':'reply'}]}";
    String choice =
        "{'choices':[{'index':0,'finish_reason':'stop','message':%s}]}".formatted(message);
    stub.then(StubAnswer.json(200, choice.replace('\'', '"')));

    assertThat(ask("hello").text()).isEqualTo("a reply");
  }
}
