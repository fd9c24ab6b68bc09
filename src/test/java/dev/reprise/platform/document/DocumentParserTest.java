package dev.reprise.platform.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.platform.CanonicalJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Parsing of untrusted documents. */
class DocumentParserTest {

  private static final int LIMIT = DocumentParser.MAX_BYTES;

  static Stream<Arguments> hostile() {
    return Stream.of(
        arguments("a: &a [x]\nb: *a", "line 1", "anchor or alias"),
        arguments("\nb: *a", "line 2", "anchor or alias"),
        arguments("a: {<<: *b}", "line 1", "anchor or alias"),
        arguments("a: !!javax.script.ScriptEngineManager [x]", "line 1", "javax.script"),
        arguments("a:\n- !!java.net.URL ['http://x']", "line 2", "tag"),
        arguments("!!map {a: 1}", "line 1", "tag"),
        arguments("a: !!str 5", "line 1", "tag"),
        arguments("a: !local 5", "line 1", "tag"),
        arguments("a: 1\nb: 2\na: 3", "line 3", "uplicate"),
        arguments("{\"a\": 1,\n\"a\": 2}", "line 2", "uplicate"),
        arguments("a: 1\n---\nb: 2", "line 3", "second document"),
        arguments("{\"a\": 1} {}", "line 1", "second document"),
        arguments("a: [1", "line 1", "cannot be read"),
        arguments("{\"a\": \n 1 x", "line 2", "cannot be read"),
        arguments("a: 1\n\tb: 2", "line", "cannot be read"),
        arguments("{'a': 1}", "line 1", "cannot be read"),
        arguments("a: .inf", "line 1", "cannot be read"),
        arguments("a: .NaN", "line 1", ""),
        arguments("{\"a\": NaN}", "line 1", "cannot be read"),
        arguments("a: \"\\ud800\"", "line 1", ""),
        arguments("{\"a\": \"\\ud800\"}", "line 1", "surrogate"),
        arguments("a: " + "9".repeat(1001), "line 1", "cannot be read"),
        arguments("[".repeat(100_000), "line 1", "cannot be read"),
        arguments("{\"a\":".repeat(50_000), "line 1", "cannot be read"),
        arguments("a: " + "[".repeat(100_000), "line 1", "cannot be read"),
        arguments("- ".repeat(100_000), "line 1", "cannot be read"),
        arguments("a: " + "x".repeat(LIMIT), "", "larger than 256 KiB"),
        arguments("# " + "ü".repeat(LIMIT / 2), "", "larger than 256 KiB"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void refusesWithTheLine(String text, String path, String message) {
    DocumentError problem =
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> refusal(text));

    assertThat(problem.path()).startsWith(path);
    assertThat(problem.message()).contains(message).hasSizeLessThan(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "phases:\\n\\t- {name: a}     | 2, 1 | a tab; YAML is indented with spaces",
        "a: {{input.q}}              | 1, 6 | put a text that begins with '{' or '[' into quotes",
        "a: 1\\nprompt: {{input.q}} is | 2, 11 | into quotes, such as \"{{input.name}}\"",
        "a: [{{input.q}}, b]         | 1, 7 | into quotes",
        "prompt: {{input.q}}: yes    | 1, 11 | into quotes",
        "a: say: it                  | 1, 7 | a colon inside of a text; put the text into quotes",
        "a: %b                       | 1, 4 | put the text into quotes",
        "a: @b                       | 1, 4 | put the text into quotes",
        "a: `b                       | 1, 4 | put the text into quotes",
        "a: 'it                      | 1, 4 | a quote or bracket that is not closed",
        "a: [b,\\nc: 1\\n            | 1, 4 | a quote or bracket that is not closed",
        "a:\\n  b: 1\\n c: 2           | 3, 2 | indented",
        "{\"a\": 1} // it             | 1,   | comment",
      })
  void saysWhatToDoAboutACommonMistake(String text, String place, String message) {
    DocumentError problem = refusal(text.replace("\\n", "\n").replace("\\t", "\t"));

    assertThat(problem.path()).startsWith("line " + place.replace(",", ", column").strip());
    assertThat(problem.message())
        .contains(message)
        .doesNotContain("org.yaml", "com.fasterxml", "Feature", "Event", "BlockEnd", "while ");
  }

  @ParameterizedTest
  @CsvSource({
    "name, 2, 1",
    "phases[1].prompt, 5, 4",
    "phases[1].limits, 4, 3", // is missing, so its object is the place
    "phases[0].tools[1], 3, 31",
    "model.temprature, 6, 25",
    "nothing, 2, 1",
  })
  void findsWhereAnErrorIs(String path, int line, int column) {
    String text =
        """
        # An agent
        name: clerk
        phases: [{name: a, tools: [x, y]},
          {name: b,
           prompt: p}]
        model: {provider: acme, temprature: 1}
        """;

    assertThat(DocumentParser.OF_AGENTS.locate(List.of(new DocumentError(path, "is odd")), text))
        .extracting(DocumentError::place)
        .containsExactly(Optional.of(new DocumentPlace(line, column)));
  }

  @Test
  void findsNothingOutsideOfALongPath() {
    String text = "{\"%s\": [%s0]}".formatted("n".repeat(40_000), "0,".repeat(50_000));
    var error = new DocumentError("n".repeat(40_000) + "[7]", "is odd");

    List<DocumentError> located =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(10), () -> DocumentParser.OF_AGENTS.locate(List.of(error), text));

    assertThat(located.getFirst().place()).contains(new DocumentPlace(1, 1));
  }

  @Test
  void refusesABillionLaughsCheaply() {
    var text = new StringBuilder("a0: &a0 lol\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d,*a%d,*a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
    }

    assertThat(refusal(text.toString()).message()).contains("anchor or alias");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yes         | "yes"
          no          | "no"
          true        | true
          0x10        | 16
          010         | 8
          1_000       | 1000
          2024-01-01  | "2024-01-01"
          1.50        | 1.5
          ~           | null
          '"5"'       | "5"
          """)
  void acceptsYamlThatJsonCanExpress(String yaml, String json) {
    assertThat(CanonicalJson.write(DocumentParser.OF_AGENTS.parse("a: " + yaml)))
        .isEqualTo("{\"a\":" + json + "}");
  }

  @Test
  void acceptsAByteOrderMark() {
    assertThat(DocumentParser.OF_AGENTS.parse("\uFEFF{\"a\":1}").path("a").intValue()).isOne();
    assertThat(DocumentParser.OF_AGENTS.parse("\uFEFFa: 1").path("a").intValue()).isOne();
  }

  private static DocumentError refusal(String text) {
    return catchThrowableOfType(
            InvalidDocumentException.class,
            () -> Assertions.fail("was taken: " + DocumentParser.OF_AGENTS.parse(text)))
        .problems()
        .getFirst();
  }
}
