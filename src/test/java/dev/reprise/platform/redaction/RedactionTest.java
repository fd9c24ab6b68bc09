package dev.reprise.platform.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.redaction.RedactionRules.NamedPattern;
import dev.reprise.platform.redaction.RedactionRules.Secret;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is redacted in texts, JSON and faults, and what replaces it. */
class RedactionTest {

  private static final Redaction REDACTION =
      new Redaction(
          new RedactionRules(
              List.of(
                  new Secret("db.password", "hunter2-hunter2"),
                  new Secret("api.token", "hunter2-hunter2-long"),
                  new Secret("odd", "say \"cheese\"\\n")),
              List.of(
                  new NamedPattern("card", Pattern.compile("\\b\\d{4}(?:[ -]?\\d{4}){3}\\b")),
                  new NamedPattern("word", Pattern.compile("redacted:[a-z]+"))),
              Stream.of("$.password", "$..token", "$.list[1]", "$.any.*.pin", "$['a b']")
                  .map(JsonPath::of)
                  .toList()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          nothing to see here                     | nothing to see here
          a hunter2-hunter2 b                     | a [redacted:db.password] b
          hunter2-hunter2hunter2-hunter2          | [redacted:db.password][redacted:db.password]
          hunter2-hunter2-long                    | [redacted:api.token]
          hunter2-hunter2-hunter2                 | [redacted:db.password]
          pay 4111 1111 1111 1111 now             | pay [redacted:card] now
          hunter2-hunter24111111111111111         | [redacted:db.password][redacted:card]
          [redacted:card] stays                   | [redacted:card] stays
          [redacted:db.password] [redacted:mine]  | [redacted:db.password] [[redacted:word]]
          see {"x":"say \\"cheese\\"\\\\n"}       | see {"x":"[redacted:odd]"}
          {"x": "say \\"cheese\\"\\\\n"}          | {"x":"[redacted:odd]"}
          {"x": "h\\u0075nter2-hunter2"}          | {"x":"[redacted:db.password]"}
          {"x": nothing, "y": "hunter2-hunter2"   | {"x": nothing, "y": "[redacted:db.password]"
          """)
  void redactsSecretsAndPatternsInTexts(String text, String redacted) {
    assertThat(REDACTION.text(text)).isEqualTo(redacted);
    assertThat(REDACTION.text(redacted)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"a":"hunter2-hunter2"}            | {"a":"[redacted:db.password]"}
          {"hunter2-hunter2":1}              | {"[redacted:db.password]":1}
          [["hunter2\\u002dhunter2"]]        | [["[redacted:db.password]"]]
          {"a":"{\\"token\\":\\"x\\"}"}      | {"a":"{\\"token\\":\\"[redacted:$..token]\\"}"}
          {"a":4111111111111111,"b":4.50}    | {"a":"[redacted:card]","b":4.50}
          {"password":{"now":1}}             | {"password":"[redacted:$.password]"}
          {"a":{"password":"mine"}}          | {"a":{"password":"mine"}}
          {"password":null}                  | {"password":null}
          [{"token":1},{"x":{"token":2}}]    | [{"token":"[redacted:$..token]"},{"x":{"token":"[redacted:$..token]"}}]
          {"list":[1,2,3]}                   | {"list":[1,"[redacted:$.list[1]]",3]}
          {"any":{"x":{"pin":1},"pin":2}}    | {"any":{"x":{"pin":"[redacted:$.any.*.pin]"},"pin":2}}
          {"a b":true}                       | {"a b":"[redacted:$['a b']]"}
          """)
  void redactsSecretsAndPathsInJson(String json, String redacted) {
    assertThat(REDACTION.json(json)).isEqualTo(redacted);
    assertThat(REDACTION.json(redacted)).isEqualTo(redacted);
  }

  @Test
  void keepsMembersWhoseNamesDifferedOnlyInRedactedText() {
    assertThat(REDACTION.json("{\"hunter2-hunter2\":1,\"[redacted:db.password]\":2}"))
        .isEqualTo("{\"[redacted:db.password]\":1,\"[redacted:db.password]'\":2}");
  }

  /** Patterns may match letters of marks; redaction still ends, and leaves no secret. */
  @Property
  void endsAndLeavesNothing(@ForAll("texts") String text) {
    var redaction =
        new Redaction(
            new RedactionRules(
                List.of(new Secret("a", "p]redact"), new Secret("p", "xxxx[red")),
                List.of(
                    new NamedPattern("p", Pattern.compile("p.?")),
                    new NamedPattern("x", Pattern.compile("x+\\["))),
                List.of()));

    String redacted = redaction.text(text);

    assertThat(redaction.text(redacted)).isSameAs(redacted);
    assertThat(redacted.replaceAll("\\[redacted:[apx]]", "")).doesNotContain("p", "x[");
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "p", "x", "[", "]", "[redacted:", "[redacted:p]", "[redacted:x]", "a", "\"")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Test
  void returnsTheSameObjectIfNothingMatches() {
    String text = " {\"a\" : 1}";

    assertThat(REDACTION.text(text)).isSameAs(text);
    assertThat(REDACTION.json(text)).isSameAs(text);
    assertThat(Redaction.none().text(text)).isSameAs(text);
    assertThat(Redaction.none().isIdle()).isTrue();
  }

  @Test
  void redactsTheMessagesOfAFaultAndItsCauses() {
    var cause = new IOException("login hunter2-hunter2 failed");
    var fault = new IllegalStateException("no line", cause);
    fault.addSuppressed(new IOException("4111-1111-1111-1111"));

    Throwable redacted = REDACTION.fault(fault);

    assertThat(redacted)
        .hasStackTraceContaining("java.lang.IllegalStateException: no line")
        .hasStackTraceContaining("java.io.IOException: login [redacted:db.password] failed")
        .hasStackTraceContaining("java.io.IOException: [redacted:card]");
    assertThat(redacted.getStackTrace()).isEqualTo(fault.getStackTrace());
    assertThat(Objects.requireNonNull(redacted.getCause()).getStackTrace())
        .isEqualTo(cause.getStackTrace());
  }

  @Test
  void returnsTheSameFaultIfNothingMatches() {
    var fault = new IllegalStateException("no line", new IOException("gone"));

    assertThat(REDACTION.fault(fault)).isSameAs(fault);
  }

  @Test
  void redactsAFaultThatIsItsOwnCause() {
    var one = new IllegalStateException("hunter2-hunter2");
    var other = new IllegalStateException("other", one);
    one.initCause(other);

    assertThat(REDACTION.fault(other)).hasMessageContaining("other");
    assertThat(REDACTION.fault(one).toString()).endsWith("[redacted:db.password]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          password     | must start with $
          $            | has 0 steps
          $.a[?(@.b)]  | from character 4 on
          $.a..        | from character 4 on
          $.a[1:2]     | from character 4 on
          $a           | from character 2 on
          """)
  void refusesATextThatIsNotAPath(String path, String why) {
    assertThatThrownBy(() -> JsonPath.of(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
