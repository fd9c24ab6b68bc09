package dev.reprise.platform.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.platform.document.DocumentSchema;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server is configured to redact, and which configuration it refuses. */
class RedactionRulesTest {

  private final Path directory;

  RedactionRulesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reprise.database.password",
        "MODEL_API_KEY",
        "model.apikey",
        "some.private-key",
        "GITHUB_TOKEN",
        "client.Secret",
        "aws_credential"
      })
  void knowsSecretsByTheNamesOfTheirProperties(String name) {
    var redaction = new Redaction(config(Map.of(name, "correct horse")));

    assertThat(redaction.text("it is correct horse.")).isEqualTo("it is [redacted:" + name + "].");
  }

  @Test
  void knowsNamedSecrets() {
    var redaction =
        new Redaction(
            config(
                Map.of(
                    "licence", "1234-5678",
                    "plain", "not secret",
                    "reprise.redaction.secrets", " licence ")));

    assertThat(redaction.text("1234-5678, not secret")).isEqualTo("[redacted:licence], not secret");
  }

  @Test
  void ignoresValuesThatOccurByChance() {
    assertThat(new Redaction(config(Map.of("a.password", "abcdefg"))).isIdle()).isTrue();
    assertThat(new Redaction(config(Map.of("a.password", "abcdefgh"))).isIdle()).isFalse();
    assertThat(new Redaction(config(Map.of("a.password", "        "))).isIdle()).isTrue();
    assertThat(new Redaction(config(Map.of("password.rules", "abcdefgh"))).isIdle()).isTrue();
  }

  @Test
  void skipsASecretThatRefersToNothing() {
    assertThat(new Redaction(config(Map.of("a.password", "${not.there}"))).isIdle()).isTrue();
  }

  @Test
  void refusesTheNameOfAPropertyWithoutAValue() {
    Config config = config(Map.of("reprise.redaction.secrets", "licence"));

    assertThatThrownBy(() -> new Redaction(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reprise.redaction.secrets names the property 'licence', which has no value");
  }

  @Test
  void readsPatternsAndPathsFromAFile() {
    var redaction =
        redactionOf(
            """
            patterns:
              card: '\\d{4}-\\d{4}'
            paths: [$..pin]
            """);

    assertThat(redaction.json("{\"pin\":1,\"a\":\"1234-5678\"}"))
        .isEqualTo("{\"pin\":\"[redacted:$..pin]\",\"a\":\"[redacted:card]\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          - a                        | rules.yaml: the whole must be an object with patterns and paths
          pattern: {}                | rules.yaml: pattern is not allowed here; allowed are paths, patterns
          patterns: [a]              | rules.yaml: patterns must be an object of at most 100 names
          patterns: {'a b': x}       | rules.yaml: patterns.a b must be a name
          patterns: {a: 1}           | rules.yaml: patterns.a must be a text of at most 2000 characters
          patterns: {a: '('}         | rules.yaml: patterns.a must be an RE2 pattern: error parsing regexp: missing closing )
          patterns: {a: '(?=x)'}     | rules.yaml: patterns.a must be an RE2 pattern
          patterns: {a: 'x*'}        | rules.yaml: patterns.a must not match the empty text
          patterns: {a: x, a: y}     | rules.yaml: line 1, column
          paths: {a: $.b}            | rules.yaml: paths must be a list of at most 100 paths
          paths: [$.a, 1]            | rules.yaml: paths[1] must be a text
          paths: [$.a, b]            | rules.yaml: paths[1]
          patterns: {                | rules.yaml: line 2, column 1 cannot be read: a quote or bracket that is not closed
          """)
  void refusesAFileInWhichSomethingIsWrong(String text, String problem) {
    assertThatThrownBy(() -> redactionOf(text + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.redaction.file: ")
        .hasMessageContaining(problem);
  }

  @Test
  void readsEachMemberOfTheSchema() {
    EachMemberCounts.check(
        DocumentSchema.REDACTION, text -> RedactionFile.read(file(text)), Set.of());
  }

  @Test
  void refusesAFileThatIsTooLargeOrNotThere() {
    assertThatThrownBy(() -> redactionOf("#".repeat(256 * 1024 + 1)))
        .hasMessageEndingWith("rules.yaml: the whole must have at most 256 KiB");
    assertThatThrownBy(
            () -> new Redaction(config(Map.of("reprise.redaction.file", "/nowhere.yaml"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.redaction.file: /nowhere.yaml cannot be read");
  }

  private Redaction redactionOf(String text) {
    return new Redaction(config(Map.of("reprise.redaction.file", file(text).toString())));
  }

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("rules.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Config config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .addDefaultInterceptors()
        .build();
  }
}
