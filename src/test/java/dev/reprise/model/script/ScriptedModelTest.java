package dev.reprise.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.ModelRequest.Purpose;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The replies of the scripted model. Apostrophes stand for quotation marks in scripts. */
class ScriptedModelTest {

  private static final String TALK =
      """
      [{'text': 'counting', 'calls': [{'id': 'count', 'tool': 'count', 'arguments': {'path': '.'}},
                                      {'tool': 'list'}]},
       {'text': 'Asked {{prompt}}, got {{calls.count}} and {{calls.t1c2}}.'}]""";

  private final List<Duration> pauses = new ArrayList<>();
  private final ScriptedModel model = new ScriptedModel(pauses::add);

  @Test
  void requestsToolsAndGeneratesCallIds() throws Exception {
    ModelReply reply = model.reply(request(TALK, user("how many?")));

    assertThat(reply.text()).isEqualTo("counting");
    assertThat(reply.calls())
        .containsExactly(
            new ToolCall("count", "count", new JsonValue("{\"path\":\".\"}")),
            new ToolCall("t1c2", "list", JsonValue.EMPTY_OBJECT));
  }

  @Test
  void separatesReasoningFromTheAnswer() throws Exception {
    String script =
        """
        [{'reasoning': 'about {{prompt}}', 'text': 'so', 'calls': [{'id': 'x', 'tool': 't'}]},
         {'reasoning': '{{calls.x}}?', 'text': 'done'}]""";

    ModelReply asks = model.reply(request(script, user("tides")));
    ModelReply answers = model.reply(request(script, user("tides"), assistant(), result("x", "7")));

    assertThat(asks.blocks())
        .containsExactly(
            new Block.Reasoning("about tides"),
            new Block.Text("so"),
            new Block.Call(new ToolCall("x", "t", JsonValue.EMPTY_OBJECT)));
    assertThat(answers.blocks()).containsExactly(new Block.Reasoning("7?"), new Block.Text("done"));
    assertThat(answers.text()).isEqualTo("done");
    assertThat(answers.usage().outputTokens()).as("of six characters").isEqualTo(2);
  }

  @Test
  void findsItsTurn() throws Exception {
    ModelReply reply =
        model.reply(
            request(
                TALK,
                user("how many?"),
                assistant(),
                result("count", "7"),
                failed("t1c2", "no_such_file", "gone"),
                user("a nudge is no prompt")));

    assertThat(reply.text()).isEqualTo("Asked how many?, got 7 and no_such_file: gone.");
    assertThat(reply.calls()).isEmpty();
  }

  @Test
  void choosesATurnByThePrompt() throws Exception {
    String script =
        "[{'choose': [{'when': 'tides', 'text': 'high'}, {'when': 'ti', 'delay': 'PT1S', 'text': 'low'},"
            + " {'text': 'none'}]}]";

    assertThat(model.reply(request(script, 1, Purpose.ANSWER, user("the tides"))).text())
        .isEqualTo("high");
    assertThat(model.reply(request(script, 1, Purpose.ANSWER, user("a tie"))).text())
        .isEqualTo("low");
    assertThat(model.reply(request(script, 1, Purpose.ANSWER, user("x"))).text()).isEqualTo("none");
    assertThat(pauses).contains(Duration.ofSeconds(1));
  }

  @Test
  void findsItsTurnByTheIterationAfterACompaction() throws Exception {
    ModelRequest request = request("[{'text': '1'}, {'text': '2'}]", 2, Purpose.ANSWER, user("p"));

    assertThat(model.reply(request).text()).isEqualTo("2");
  }

  @Test
  void summarisesWithoutATurnAndWithoutDelay() throws Exception {
    String script = "[{'fail': {'code': 'c', 'message': 'm'}, 'delay': 'PT5M'}]";

    ModelReply reply = model.reply(request(script, 1, Purpose.SUMMARY, user("1234")));

    assertThat(reply.text()).isEqualTo("The script went as written.");
    assertThat(reply.usage()).isEqualTo(new Usage(2, 7));
    assertThat(pauses).isEmpty();
  }

  @Test
  void repliesTheSameToTheSameTranscript() throws Exception {
    ModelRequest request = request(TALK, user("how many?"));

    assertThat(model.reply(request)).isEqualTo(new ScriptedModel().reply(request));
  }

  @Test
  void neverReadsAValueAsATemplate() throws Exception {
    String nasty = "{{calls.t1c2}} {{prompt}} $1 \\";

    ModelReply reply =
        model.reply(
            request(
                TALK,
                user("{{calls.count}}"),
                assistant(),
                result("count", nasty),
                result("t1c2", "!")));

    assertThat(reply.text()).isEqualTo("Asked {{calls.count}}, got " + nasty + " and !.");
  }

  @Test
  void fillsStringsAnywhereInArgumentsAndKeepsTheTypeOfALoneReference() throws Exception {
    String script =
        """
        [{'calls': [{'id': 'x', 'tool': 't'}]},
         {'calls': [{'tool': 't', 'arguments': {
            'number': '{{calls.x/n}}', 'flag': '{{calls.x/list/0}}', 'word': '{{ calls.x/w }}',
            'list': ['n={{calls.x/n}}', {'tree': '{{calls.x/list}}'}], 'whole': '{{calls.x}}',
            'nothing': null, 'five': 5}}]},
         {'text': ''}]""";
    String result = "{\"n\":12.5,\"list\":[true,\"{{prompt}}\"],\"w\":\"7\"}";

    ModelReply reply = model.reply(request(script, user(""), assistant(), result("x", result)));

    assertThat(reply.calls().getFirst().id()).isEqualTo("t2c1");
    assertThat(reply.calls().getFirst().arguments().text())
        .isEqualTo(
            """
            {"number":12.5,"flag":true,"word":"7",\
            "list":["n=12.5",{"tree":"[true,\\"{{prompt}}\\"]"}],\
            "whole":"{\\"n\\":12.5,\\"list\\":[true,\\"{{prompt}}\\"],\\"w\\":\\"7\\"}",\
            "nothing":null,"five":5}""");
  }

  @Test
  void failsTheStatedNumberOfTimesAndThenReplies() throws Exception {
    String script =
        "[{'fail': {'code': 'rate_limited', 'message': 'slow down', 'times': 2,"
            + " 'retryAfter': 'PT7S'}, 'text': 'here'}]";

    for (int attempt : List.of(1, 2)) {
      assertThatThrownBy(() -> model.reply(request(script, attempt)))
          .isInstanceOfSatisfying(
              ModelException.class,
              e ->
                  assertThat(e.fault())
                      .isEqualTo(
                          new Fault(FailureClass.RATE_LIMITED, "slow down")
                              .retryAfter(Duration.ofSeconds(7))));
    }
    assertThat(model.reply(request(script, 3)).text()).isEqualTo("here");
  }

  private static ModelRequest request(String script, int attempt) {
    ModelRequest first = request(script, user(""));
    return new ModelRequest(
        first.model(),
        first.systemPrompt(),
        first.phase(),
        first.iteration(),
        attempt,
        first.purpose(),
        first.transcript(),
        first.tools());
  }

  @Test
  void failsAsTheScriptSays() {
    String script = "[{'fail': {'code': 'overloaded', 'message': 'busy {{not read}}'}}]";

    assertFails(request(script, user("")), "overloaded", "busy {{not read}}");
  }

  @Test
  void reportsTheEndOfTheScript() {
    assertFails(
        request(TALK, user(""), assistant(), assistant()),
        "script_exhausted",
        "phase 'a' asks for turn 3, and its script has 2");
  }

  @Test
  void namesAPointerThatFindsNothing() {
    String script = "[{'calls': [{'id': 'x', 'tool': 't'}]}, {'text': '{{calls.x/a/b}}'}]";

    assertFails(
        request(script, user(""), assistant(), result("x", "{\"a\":1}")),
        "script_reference",
        "phase 'a' refers to 'calls.x/a/b', but the result has no value at that place");
    assertFails(
        request(script, user(""), assistant(), failed("x", "broken", "no JSON")),
        "script_reference",
        "phase 'a' refers to 'calls.x/a/b', but the result is not JSON");
    assertFails(
        request(script, user(""), assistant()),
        "script_reference",
        "phase 'a' refers to 'calls.x/a/b', but there is no result of that call");
  }

  @Test
  void reportsAScriptThatCannotBeRead() {
    assertFails(
        request("[{'oops': 1}]", user("")),
        "invalid_script",
        "script.a[0]: must be an object with a text, calls, a fail or a choose");
  }

  @Test
  void waitsForTheDelayBeforeItRepliesOrFails() throws Exception {
    model.reply(request("[{'text': 'x', 'delay': 'PT0.5S'}]", user("")));
    assertThatThrownBy(
            () ->
                model.reply(
                    request(
                        "[{'fail': {'code': 'c', 'message': 'm'}, 'delay': 'PT5M'}]", user(""))))
        .isInstanceOf(ModelException.class);

    assertThat(pauses).containsExactly(Duration.ofMillis(500), Duration.ofMinutes(5));
  }

  @Test
  void stopsItsRealDelayWhenInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () -> new ScriptedModel().reply(request("[{'text': 'x', 'delay': 'PT5M'}]", user(""))))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void estimatesATokenForEveryFourCharacters() throws Exception {
    ModelReply reply = model.reply(request("[{'text': '12345'}]", user("123")));

    assertThat(reply.usage()).isEqualTo(new Usage(2, 2)); // "sys" and "123" read, five written
  }

  private void assertFails(ModelRequest request, String code, String message) {
    assertThatThrownBy(() -> model.reply(request))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> assertThat(e.failure()).isEqualTo(new Failure(code, message)));
  }

  private static ModelRequest request(String turns, Message... transcript) {
    long replies = Stream.of(transcript).filter(Message.Assistant.class::isInstance).count();
    return request(turns, 1 + (int) replies, Purpose.ANSWER, transcript);
  }

  private static ModelRequest request(
      String turns, int iteration, Purpose purpose, Message... transcript) {
    var options = new JsonValue("{'script': {'a': %s}}".formatted(turns).replace('\'', '"'));
    return new ModelRequest(
        new ModelChoice("scripted", "default", options),
        "sys",
        "a",
        iteration,
        1,
        purpose,
        new Transcript(List.of(transcript)),
        List.of());
  }

  private static Message user(String text) {
    return new Message.User(text);
  }

  private static Message assistant() {
    return new Message.Assistant("", List.of());
  }

  private static Message result(String id, String content) {
    return new Message.ToolResult(call(id), new ToolOutcome.Succeeded(content));
  }

  private static Message failed(String id, String code, String message) {
    return new Message.ToolResult(call(id), ToolOutcome.failed(code, message));
  }

  private static ToolCall call(String id) {
    return new ToolCall(id, "t", JsonValue.EMPTY_OBJECT);
  }
}
