package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.InvalidDocumentException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentReaderTest {

  private static final ServerCapabilities ELSEWHERE =
      new ServerCapabilities(Set.of("other"), new ChatModels(List.of()));

  private final AgentReader reader = Documents.reader();

  @Test
  void readsTheDocumentAndAddsDefaults() {
    AgentDefinition clerk = reader.read(Documents.GOOD, Documents.HERE).definition();

    assertThat(clerk)
        .isEqualTo(
            Agents.agent("clerk")
                .description("Looks and writes.")
                .model(
                    Agents.scripted(
                        new JsonValue(
                            """
                        {"script":{"first":[{"calls":[{"arguments":{"n":1.5},"id":"seen",\
                        "tool":"look"}]},{"text":"{{calls.seen}}"}],"second":[{"text":"done"}]}}""")))
                .phases(
                    new Phase(
                        "first",
                        new Template("Look at {{input.what.0}}."),
                        List.of("look"),
                        true,
                        Limits.OF_A_PHASE),
                    new Phase(
                        "second",
                        new Template("Write {{phases.first.output}}."),
                        List.of("look", "write"),
                        false,
                        new Limits(3, Duration.ofMinutes(1))))
                .limits(new Limits(Limits.OF_A_RUN.maxIterations(), Duration.ofDays(1)))
                .build());
  }

  @Test
  void readsWhenTranscriptsAreCompacted() {
    assertThat(compaction("")).isEmpty();
    assertThat(compaction("compaction: {}")).contains(new Compaction(262_144, 20));
    assertThat(compaction("compaction: {afterBytes: 4096, keepMessages: 1}"))
        .contains(new Compaction(4096, 1));
  }

  @Test
  void readsFallbacksInOrder() {
    String fallbacks =
        "provider: scripted\n  fallbacks: [{provider: a, heat: 1.50}, {provider: b, name: large}]";

    AgentDefinition clerk =
        reader.read(Documents.GOOD.replace("provider: scripted", fallbacks)).definition();

    assertThat(clerk.models().first())
        .isEqualTo(reader.read(Documents.GOOD).definition().models().first());
    assertThat(clerk.models().fallbacks())
        .containsExactly(
            new ModelChoice("a", "default", new JsonValue("{\"heat\":1.5}")),
            new ModelChoice("b", "large", JsonValue.EMPTY_OBJECT));
  }

  /** A run finds its agent by this hash as long as the run exists. */
  @Test
  void givesADocumentTheHashThatItHadBeforeThereWereFallbacks() {
    assertThat(reader.read(Documents.GOOD).hash())
        .isEqualTo("ec7f9bb6b93371972302aabdb0c6872a04405e7ff88b0e4b01979d05804366d4");
  }

  @Test
  void readsRetryOverrides() {
    RetryPreferences retries =
        reader
            .read(
                Documents.GOOD
                    + "retry: {model: {attempts: 6, strategy: linear, baseDelay: PT2S, maxDelay: PT1M},"
                    + " tools: {attempts: 1, factor: 1.5}}",
                Documents.HERE)
            .definition()
            .runPolicy()
            .retries();

    assertThat(retries.model())
        .isEqualTo(
            new RetryPreferences.Overrides(
                Optional.of(6),
                Optional.of("linear"),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(2)),
                Optional.of(Duration.ofMinutes(1))));
    assertThat(retries.tools().attempts()).contains(1);
    assertThat(retries.tools().factor()).contains(1.5);
    assertThat(retries.tools().baseDelay()).isEmpty();
    assertThat(reader.read(Documents.GOOD).definition().runPolicy().retries())
        .isEqualTo(RetryPreferences.AS_THE_SERVER);
  }

  @ParameterizedTest
  @CsvSource({
    "'factor: 0.5', must be at least 1",
    "'factor: 11', must be at most 10",
    "'strategy: linear, factor: 2', must only be set with the strategy exponential"
  })
  void refusesAnInvalidFactor(String overrides, String why) {
    String document = Documents.GOOD + "retry: {tools: {%s}}".formatted(overrides);

    assertThatThrownBy(() -> reader.read(document, Documents.HERE))
        .isInstanceOfSatisfying(
            InvalidDocumentException.class,
            refused ->
                assertThat(refused.problems())
                    .containsExactly(new DocumentError("retry.tools.factor", why)));
  }

  private Optional<Compaction> compaction(String member) {
    return reader
        .read(Documents.GOOD + member, Documents.HERE)
        .definition()
        .runPolicy()
        .compaction();
  }

  @Test
  void readsGrants() {
    AgentDefinition agent =
        reader
            .read(
                Documents.GOOD
                    + "grants: {look: {only: [a, b], secrets: [], timeout: PT5S, approval: true, onDenied: pause}}",
                Documents.HERE)
            .definition();

    assertThat(agent.grant("look"))
        .isEqualTo(
            new ToolGrant(
                Set.of("a", "b"),
                Optional.of(Set.of()),
                Optional.of(Duration.ofSeconds(5)),
                true,
                true));
    assertThat(agent.runPolicy().pausesIfDenied()).isFalse();
    assertThat(agent.grant("write")).isEqualTo(ToolGrant.WHOLE);
  }

  @Test
  void readsEachMemberOfTheSchema() {
    EachMemberCounts.check(DocumentSchema.AGENT, reader::read, Set.of("tenants"));
  }

  /** A version that a run pinned before there was a schema may have such members. */
  @Test
  void takesAMemberThatIsNullForAbsent() {
    String document =
        Documents.GOOD.replace(
            "limits: {deadline: P1D}", "limits: ~\ngrants: ~\nretry: {model: ~}");

    assertThat(reader.read(document).definition())
        .isEqualTo(reader.read(Documents.GOOD.replace("limits: {deadline: P1D}", "")).definition());
    assertThat(
            catchThrowableOfType(
                    InvalidDocumentException.class,
                    () -> reader.read(Documents.GOOD.replace("name: clerk", "name: ~")))
                .problems())
        .containsExactly(new DocumentError("name", "is missing"));
  }

  @Test
  void givesTheSameHashForTheSameContentInAnotherForm() {
    AgentVersion yaml = reader.read(Documents.GOOD);
    ObjectNode tree = (ObjectNode) DocumentParser.OF_AGENTS.parse(Documents.GOOD);
    tree.set("name", tree.remove("name")); // moves it to the end
    String json = tree.toPrettyString().replace("  ", "\t");
    String commented = "# a comment\n---\n" + Documents.GOOD.replace("1.50", "1.5") + "\n...\n";

    assertThat(json).doesNotStartWith("{\"name\"");
    assertThat(reader.read(json)).isEqualTo(yaml);
    assertThat(reader.read(commented)).isEqualTo(yaml);
    assertThat(yaml.hash()).matches("[0-9a-f]{64}");
  }

  @Test
  void givesAnotherHashForOtherContent() {
    assertThat(reader.read(Documents.GOOD).hash())
        .isNotEqualTo(reader.read(Documents.GOOD.replace("PT1M", "PT60S")).hash());
  }

  @Test
  void mustNameTheModelOfAProviderThatHasSeveral() {
    var several =
        new ScriptedModel() {
          @Override
          public boolean hasSeveral() {
            return true;
          }
        };
    var here = new ServerCapabilities(Set.of("look", "write"), new ChatModels(List.of(several)));
    String named =
        Documents.GOOD.replace("provider: scripted", "provider: scripted\n  name: large");

    assertThatThrownBy(() -> reader.read(Documents.GOOD, here))
        .hasMessageContaining(
            "model.name: is missing; it must be the name of a model of provider 'scripted'");
    assertThat(reader.read(named, here).definition().models().first().id().name())
        .isEqualTo("large");
  }

  @Test
  void readsAPinnedVersionWithoutItsToolsAndModel() {
    AgentVersion pinned = reader.read(Documents.GOOD, Documents.HERE);

    assertThat(reader.read(pinned.document())).isEqualTo(pinned);
    assertThat(
            catchThrowableOfType(
                    InvalidDocumentException.class, () -> reader.read(pinned.document(), ELSEWHERE))
                .problems())
        .extracting(DocumentError::toString)
        .containsExactly(
            "tools[0]: there is no tool 'look' here; there are other",
            "tools[1]: there is no tool 'write' here; there are other",
            "model.provider: there is no provider 'scripted' here; there are none");
  }
}
