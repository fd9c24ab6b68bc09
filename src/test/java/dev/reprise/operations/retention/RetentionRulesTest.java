package dev.reprise.operations.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.run.state.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionRulesTest {

  private final Path directory;

  RetentionRulesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void keepsRunsForAWeekByDefault() {
    var rules = new RetentionRules(TestConfig.empty());

    assertThat(rules.endAny()).isTrue();
    assertThat(rules.of("any", "any", RunStatus.FAILED).keep())
        .isEqualTo(
            new RetentionLimits(
                Optional.of(Duration.ofDays(7)), Optional.empty(), Optional.empty()));
    assertThat(rules).hasToString("defaults keeps age PT168H");
  }

  @Test
  void keepsAllRunsIfNoRuleErasesAny() {
    assertThat(configured("age", "none").endAny()).isFalse();
    assertThat(rules("[{agent: auditor, keep: forever}]", "none").endAny()).isFalse();
    assertThat(rules("[{agent: auditor, keep: {count: 7}}]", "none").endAny()).isTrue();
  }

  @Test
  void keepsRunsThatHaveNotEndedUnlessARuleNamesTheirStatus() {
    var rules = rules("[{status: PAUSED, keep: {age: P90D}}, {keep: {age: P1D}}]", "P7D");

    assertThat(rules.cancelAny()).isTrue();
    assertThat(rules.of("acme", "surveyor", RunStatus.PAUSED).name()).isEqualTo("rules[0]");
    assertThat(rules.of("acme", "surveyor", RunStatus.FAILED).name()).isEqualTo("rules[1]");
    assertThat(rules.of("acme", "surveyor", RunStatus.WAITING).keep())
        .isEqualTo(RetentionLimits.FOREVER);
    assertThat(rules("[{keep: {age: P1D}}]", "P7D").cancelAny()).isFalse();
    assertThat(rules("[{status: PAUSED, keep: forever}]", "P7D").cancelAny()).isFalse();
  }

  @Test
  void readsJsonAsWell() {
    var rules =
        rules(
            "[{\"tenant\": \"acme\", \"status\": \"FAILED\","
                + " \"keep\": {\"age\": \"P3D\", \"count\": 5, \"bytes\": 10485760}}]",
            "P7D");

    assertThat(rules.of("acme", "surveyor", RunStatus.FAILED).keep())
        .isEqualTo(
            new RetentionLimits(
                Optional.of(Duration.ofDays(3)), Optional.of(5L), Optional.of(10_485_760L)));
    assertThat(rules.of("acme", "surveyor", RunStatus.COMPLETED).name()).isEqualTo("defaults");
    assertThat(rules.of("beta", "surveyor", RunStatus.FAILED).name()).isEqualTo("defaults");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "keep: forever | the whole must be a list of at most 100 rules",
        "[7] | rules[0] must be an object",
        "[{}] | rules[0].keep must be 'forever', or have one or more of age, bytes, count",
        "[{keep: {}}] | rules[0].keep must be 'forever', or have one or more of age, bytes, count",
        "[{keep: never}] | rules[0].keep must be 'forever', or have one or more of age, bytes, count",
        "[{keep: {days: 7}}] | rules[0].keep.days is not allowed here; allowed are age, bytes, count",
        "[{agents: a, keep: forever}] | rules[0].agents is not allowed here; allowed are agent, keep,",
        "[{keep: forever}, {keep: {age: P7}}] | rules[1].keep.age must be a positive ISO-8601 duration",
        "[{keep: {age: PT0S}}] | rules[0].keep.age must be a positive ISO-8601 duration",
        "[{keep: {age: P99999D}}] | rules[0].keep.age must be a positive ISO-8601 duration such as P7D, at most P36500D",
        "[{keep: {count: -1}}] | rules[0].keep.count must be a whole number, at least 0",
        "[{keep: {bytes: 1.5}}] | rules[0].keep.bytes must be a whole number, at least 0",
        "[{keep: {bytes: \"10 MiB\"}}] | rules[0].keep.bytes must be a whole number, at least 0",
        "[{status: RUNNING, keep: forever}] | rules[0].status must be one of COMPLETED, FAILED, CANCELLED,",
        "[{status: PAUSED, keep: {count: 5}}] | rules[0].keep.count must be absent for runs that are PAUSED or WAITING",
        "[{agent: [a], keep: forever}] | rules[0].agent must be a name",
        "[{tenant: '', keep: forever}] | rules[0].tenant must be a name",
        "[{keep: forever, keep: forever}] | cannot be read: Duplicate field 'keep'",
        "[{keep: forever} | line 1, column 1 cannot be read",
      })
  void saysWhatIsWrongInAFileAndWhere(String text, String problem) {
    assertThatThrownBy(() -> rules(text, "none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.retention.file: " + directory.resolve("rules.yaml"))
        .hasMessageContaining(problem);
  }

  @Test
  void readsEachMemberOfTheSchema() {
    EachMemberCounts.check(
        DocumentSchema.RETENTION, text -> RetentionFile.read(file(text)), Set.of());
  }

  @Test
  void knowsTheStatusesOfRunsThatItEnds() {
    assertThat(
            DocumentSchema.RETENTION
                .content()
                .at("/$defs/rule/properties/status/enum")
                .valueStream()
                .map(JsonNode::asText))
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.of(RunStatus.values()).filter(RunStatus::isEnded),
                    Stream.of(RunStatus.PAUSED, RunStatus.WAITING))
                .map(Enum::name)
                .toList());
  }

  @Test
  void reportsAMissingFile() {
    Path nowhere = directory.resolve("nowhere.yaml");

    assertThatThrownBy(() -> configured("file", nowhere.toString()))
        .hasMessage("reprise.retention.file: %s cannot be read", nowhere);
  }

  @Test
  void reportsTheInvalidProperty() {
    assertThatThrownBy(() -> configured("age", "7 days"))
        .hasMessage(
            "reprise.retention.age must be none or a duration from PT0.001S to P36500D, not '7 days'"
                + " (set in test)");
    assertThatThrownBy(() -> configured("count", "-1"))
        .hasMessageStartingWith(
            "reprise.retention.count must be none or a whole number of at least 0, not '-1'");
    assertThatThrownBy(() -> configured("bytes", "1 GB"))
        .hasMessageStartingWith(
            "reprise.retention.bytes must be none or a whole number of at least 0, not '1 GB'");
  }

  private RetentionRules rules(String text, String age) {
    return new RetentionRules(
        TestConfig.of(
            Map.of("reprise.retention.file", file(text).toString(), "reprise.retention.age", age)));
  }

  private static RetentionRules configured(String name, String value) {
    return new RetentionRules(TestConfig.of("reprise.retention." + name, value));
  }

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("rules.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
