package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentComparisonTest {

  private static final Phase LOOK = phase("look", "Look.", List.of("see"), true, 5);
  private static final Phase SAY = phase("say", "Say.", List.of("see", "put"), true, 5);
  private static final ModelChoice MODEL =
      new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT);

  @Test
  void findsNoDifferenceBetweenEqualVersions() {
    assertThat(changes(agent(MODEL, LOOK, SAY), agent(MODEL, LOOK, SAY))).isEmpty();
  }

  @Test
  void namesTheModelAndItsPrompts() {
    var other = new ModelChoice("other", "large", new JsonValue("{\"heat\":1}"));
    var after =
        Agents.agent("clerk")
            .description("new")
            .model(other)
            .systemPrompt("Be kind.")
            .phases(LOOK)
            .limits(Limits.OF_A_PHASE)
            .build();

    assertThat(changes(agent(MODEL, LOOK), after))
        .containsExactly(
            "description is another",
            "model.provider is other, not scripted",
            "model.name is large, not default",
            "model has other options",
            "systemPrompt is another",
            "limits.maxIterations is 25, not 200",
            "limits.deadline is PT30M, not PT24H");
  }

  @Test
  void namesOtherFallbacks() {
    AgentDefinition before = agent(MODEL, LOOK);
    var after = Agents.from(before).fallbacks(MODEL).build();

    assertThat(changes(before, after)).containsExactly("model.fallbacks are others");
  }

  @Test
  void namesPhasesThatAreNewOrGone() {
    Phase rest = phase("rest", "Rest.", List.of(), true, 5);

    assertThat(changes(agent(MODEL, LOOK, SAY), agent(MODEL, LOOK, rest)))
        .containsExactly("phases.say is not there", "phases.rest is new");
    assertThat(changes(agent(MODEL, LOOK, SAY), agent(MODEL, SAY, LOOK)))
        .containsExactly("phases are in another order");
  }

  @Test
  void namesWhatChangedInAPhase() {
    Phase after = phase("say", "Say it.", List.of("put", "pay"), false, 7);

    assertThat(changes(agent(MODEL, SAY), agent(MODEL, after)))
        .containsExactly(
            "phases.say.prompt is another",
            "phases.say.tools gain pay",
            "phases.say.tools lose see",
            "phases.say.critical is false, not true",
            "phases.say.limits.maxIterations is 7, not 5");
  }

  @Test
  void namesOtherContracts() {
    AgentDefinition before = agent(MODEL, answering("look", "{}", 2), answering("say", "{}", 2));
    AgentDefinition after =
        Agents.agent("clerk")
            .model(MODEL)
            .inputSchema(Optional.of(new JsonValue("{}")))
            .phases(answering("look", "{\"type\":\"object\"}", 2), answering("say", "{}", 3))
            .build();

    assertThat(changes(before, after))
        .containsExactly(
            "input is another", "phases.look.output is another", "phases.say.output is another");
  }

  private static List<String> changes(AgentDefinition before, AgentDefinition after) {
    return AgentComparison.of(before, after).stream().map(Difference::toString).toList();
  }

  private static AgentDefinition agent(ModelChoice model, Phase... phases) {
    return Agents.agent("clerk").model(model).phases(phases).build();
  }

  private static Phase answering(String name, String schema, int attempts) {
    return new Phase(
        name,
        new Template("Go."),
        List.of(),
        true,
        Limits.OF_A_PHASE,
        false,
        Optional.of(new OutputContract(new JsonValue(schema), attempts)));
  }

  private static Phase phase(
      String name, String prompt, List<String> tools, boolean critical, int iterations) {
    var limits = new Limits(iterations, Duration.ofMinutes(1));
    return new Phase(name, new Template(prompt), tools, critical, limits);
  }
}
