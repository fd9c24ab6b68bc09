package dev.reprise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import dev.reprise.model.script.ScriptedModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The problems of a script and their paths. Apostrophes stand for quotation marks. */
class ScriptCheckTest {

  private final ScriptedModel model = new ScriptedModel();

  @Test
  void acceptsAScriptThatUsesEveryFeature() {
    String script =
        """
        {'script': {'a': [
          {'calls': [{'id': 'x', 'tool': 't', 'arguments': {'deep': [{'q': '{{prompt}}'}]}},
                     {'tool': 't'}], 'delay': 'PT0.5S'},
          {'reasoning': '{{prompt}}?', 'text': 'so: {{calls.x}}', 'calls': [{'tool': 't', 'arguments': {'n': '{{calls.t1c2/a/0}}'}}]},
          {'reasoning': '{{calls.x}}', 'text': '{{calls.t2c1}}', 'delay': 'PT5M'}]}}""";

    assertThatCode(() -> check(script)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                         | script            | an object with a list of turns
          {'script': []}                                             | script            | an object with a list of turns
          {'script': {'a': [{'text': 'x'}]}, 'temperature': 1}       | temperature       | allowed are script
          {'script': {}}                                             | script.a          | is missing
          {'script': {'a': [{'text': 'x'}], 'b': [{'text': 'x'}]}}   | script.b          | the phases are a
          {'script': {'a': []}}                                      | script.a          | at least one turn
          {'script': {'a': {}}}                                      | script.a          | at least one turn
          {'script': {'a': ['x']}}                                   | script.a[0]       | a text, calls, a fail or a choose
          {'script': {'a': [{}]}}                                    | script.a[0]       | a text, calls, a fail or a choose
          {'script': {'a': [{'text': 5}]}}                           | script.a[0].text  | must be a text
          {'script': {'a': [{'text': 'x', 'txt': 'y'}]}}             | script.a[0].txt   | allowed are delay, reasoning, text
          {'script': {'a': [{'text': 'x', 'reasoning': 5}]}}         | script.a[0].reasoning | must be a text
          {'script': {'a': [{'text': 'x', 'reasoning': '{{y}}'}]}}   | script.a[0].reasoning | refers to nothing
          {'script': {'a': [{'reasoning': 'x'}]}}                    | script.a[0]       | a text, calls, a fail or a choose
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm'}, 'reasoning': 'x'}]}} | script.a[0].reasoning | allowed are delay, fail
          {'script': {'a': [{'choose': []}]}}                        | script.a[0].choose | at least one turn
          {'script': {'a': [{'choose': [{'text': 'x'}, {'text': 'y'}]}]}} | script.a[0].choose[0].when | must be a text
          {'script': {'a': [{'choose': [{'when': 'x', 'text': 'y'}]}]}}   | script.a[0].choose[0].when | must be absent
          {'script': {'a': [{'choose': [{'text': 'x'}], 'text': 'y'}]}}   | script.a[0].text | allowed are choose
          {'script': {'a': [{'choose': [{'calls': [{'tool': 't'}]}]}]}}   | script.a[0] | the last turn
          {'script': {'a': [{'text': '{{'}]}}                        | script.a[0].text  | not closed
          {'script': {'a': [{'text': '{{input.x}}'}]}}               | script.a[0].text  | refers to nothing
          {'script': {'a': [{'text': '{{calls.x}}'}]}}               | script.a[0].text  | refers to nothing
          {'script': {'a': [{'text': 'x', 'delay': 1}]}}             | script.a[0].delay | PT0S to PT5M
          {'script': {'a': [{'text': 'x', 'delay': 'PT5M0.001S'}]}}  | script.a[0].delay | PT0S to PT5M
          {'script': {'a': [{'text': 'x', 'delay': '-PT1S'}]}}       | script.a[0].delay | PT0S to PT5M
          {'script': {'a': [{'fail': {'code': 'Bad', 'message': 'm'}}]}}              | script.a[0].fail.code    | snake case
          {'script': {'a': [{'fail': {'code': 'bad'}}]}}                              | script.a[0].fail.message | must be a text
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm', 'x': 1}}]}}      | script.a[0].fail.x       | allowed are code, message, retryAfter, times
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm', 'times': 1}}]}}  | script.a[0]              | must have a text or calls
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm', 'times': 0}, 'text': 'x'}]}} | script.a[0].fail.times | from 1 to 100
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm', 'times': 1}, 'calls': [{'tool': 't'}]}]}} | script.a[0] | must be a text or a fail, because it is the last turn
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm', 'retryAfter': 'P2D'}}]}} | script.a[0].fail.retryAfter | PT0S to PT24H
          {'script': {'a': [{'fail': {'code': 'bad', 'message': 'm'}, 'text': 'x'}]}} | script.a[0].text         | allowed are delay, fail
          {'script': {'a': [{'calls': []}, {'text': 'x'}]}}                           | script.a[0].calls        | at least one call
          {'script': {'a': [{'calls': {}}, {'text': 'x'}]}}                           | script.a[0].calls        | at least one call
          {'script': {'a': [{'calls': [{'tool': 't'}]}]}}                             | script.a[0]              | must be a text or a fail, because it is the last turn
          {'script': {'a': [{'calls': [{}]}, {'text': 'x'}]}}                         | script.a[0].calls[0].tool      | name of a tool
          {'script': {'a': [{'calls': [{'tool': ''}]}, {'text': 'x'}]}}               | script.a[0].calls[0].tool      | name of a tool
          {'script': {'a': [{'calls': [{'tool': 't', 'args': {}}]}, {'text': 'x'}]}}  | script.a[0].calls[0].args      | allowed are arguments, id, tool
          {'script': {'a': [{'calls': [{'tool': 't', 'arguments': []}]}, {'text': 'x'}]}}                    | script.a[0].calls[0].arguments   | must be an object
          {'script': {'a': [{'calls': [{'tool': 't', 'id': 'a.b'}]}, {'text': 'x'}]}}                        | script.a[0].calls[0].id          | letters, digits
          {'script': {'a': [{'calls': [{'tool': 't', 'id': 'i'}, {'tool': 't', 'id': 'i'}]}, {'text': 'x'}]}} | script.a[0].calls[1].id         | earlier call
          {'script': {'a': [{'calls': [{'tool': 't'}, {'tool': 't', 'id': 't1c1'}]}, {'text': 'x'}]}}         | script.a[0].calls[1].id         | earlier call
          {'script': {'a': [{'calls': [{'tool': 't', 'arguments': {'x': ['{{calls.t1c1}}']}}]}, {'text': 'x'}]}} | script.a[0].calls[0].arguments.x[0] | refers to nothing
          """)
  void namesTheProblemAndItsPlace(String script, String path, String message) {
    assertThat(check(script))
        .anySatisfy(
            problem -> {
              assertThat(problem.path()).isEqualTo(path);
              assertThat(problem.message()).contains(message);
            });
  }

  @Test
  void namesAllProblemsAtOnce() {
    String script =
        "{'script': {'a': [{'calls': [{'tool': 5}], 'delay': 'x'}, {'text': '{{oops}}'}], 'z': []}}";

    assertThat(check(script))
        .extracting(Problem::path)
        .containsExactlyInAnyOrder(
            "script.z",
            "script.a[0].delay",
            "script.a[0].calls[0].tool",
            "script.a[1].text",
            "script.z");
  }

  @Test
  void startsEachPhaseWithoutKnownCalls() {
    var options =
        new ChatModel.ModelOptions(
            json(
                """
                {'script': {
                  'a': [{'calls': [{'id': 'x', 'tool': 't'}]}, {'text': '{{calls.x}}'}],
                  'b': [{'calls': [{'id': 'y', 'tool': 't'}]}, {'text': '{{calls.x}}'}]}}"""),
            List.of("a", "b"));

    var refused =
        catchThrowableOfType(InvalidModelOptionsException.class, () -> model.check(options));

    assertThat(refused.problems()).extracting(Problem::path).containsExactly("script.b[1].text");
  }

  private List<Problem> check(String script) {
    try {
      model.check(new ChatModel.ModelOptions(json(script), List.of("a")));
      return List.of();
    } catch (InvalidModelOptionsException e) {
      return e.problems();
    }
  }

  private static JsonValue json(String text) {
    return new JsonValue(text.replace('\'', '"'));
  }
}
