package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.catalogue.ChatModels;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An author learns which of the agent's providers only have their answers checked. */
class StructuredOutputCheckTest {

  private static final ChatModels MODELS =
      new ChatModels(List.of(new Provider("takes", false), new Provider("refuses", true)));

  @Test
  void warnsOfEachOutputThatAProviderDoesNotTake() {
    AgentDefinition agent =
        Agents.agent("clerk")
            .model(model("takes"))
            .fallbacks(model("refuses"), model("refuses"), model("gone"))
            .phases(phase("read", true), phase("talk", false), phase("sum", true))
            .build();

    assertThat(StructuredOutputCheck.warnings(agent, MODELS))
        .containsExactly(warning("read"), warning("sum"));
  }

  @Test
  void warnsOfNothingThatAProviderTakes() {
    AgentDefinition agent =
        Agents.agent("clerk").model(model("takes")).phases(phase("read", true)).build();

    assertThat(StructuredOutputCheck.warnings(agent, MODELS)).isEmpty();
  }

  private static String warning(String phase) {
    return "provider 'refuses' does not take the output of phase '%s' in its own form (/minLength is not supported), so answers are only checked, and asked for again if they do not fit"
        .formatted(phase);
  }

  private static ModelChoice model(String provider) {
    return new ModelChoice(provider, "m", JsonValue.EMPTY_OBJECT);
  }

  private static Phase phase(String name, boolean hasOutput) {
    return new Phase(
        name,
        new Template("go"),
        List.of(),
        true,
        Limits.OF_A_PHASE,
        false,
        hasOutput
            ? Optional.of(new OutputContract(new JsonValue("{\"minLength\":1}"), 2))
            : Optional.empty());
  }

  /** It is only asked what it takes. */
  private record Provider(String provider, boolean refuses) implements ChatModel {

    @Override
    public Optional<String> refusalOf(JsonValue schema) {
      return refuses ? Optional.of("/minLength is not supported") : Optional.empty();
    }

    @Override
    public void check(ModelOptions options) {}

    @Override
    public ModelReply reply(ModelRequest request) {
      throw new AssertionError("no model is called");
    }
  }
}
