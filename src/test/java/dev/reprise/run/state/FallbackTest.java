package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run whose model does not answer, and which model the run calls instead. */
class FallbackTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Failure BUSY = new Failure("overloaded", "busy");
  private static final ModelChoice FIRST = model("acme", "large");
  private static final ModelChoice SECOND = model("acme", "small");
  private static final ModelChoice THIRD = model("other", "large");
  private static final JsonValue SECRET_OF_ACME = new JsonValue("{\"signature\":\"c2ln\"}");
  private static final ToolCall CALL =
      new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT, Optional.of(SECRET_OF_ACME));

  private final Decider decider = new Decider(3);

  @Test
  void asksTheNextModelWithFreshAttempts() {
    RunState state = begun().apply(new ModelEvent.Retrying("look", 1, 3, BUSY, NOW.plusSeconds(9)));

    NextStep.CallModel call = asks(fellBack(state, FIRST, SECOND));

    assertThat(call.model()).isEqualTo(SECOND);
    assertThat(call.fallback()).contains(THIRD);
    assertThat(call.attempt()).isEqualTo(1);
    assertThat(call.iteration()).isEqualTo(1);
  }

  @Test
  void hasNoFallbackAfterTheLastModel() {
    NextStep.CallModel call = asks(fellBack(fellBack(begun(), FIRST, SECOND), SECOND, THIRD));

    assertThat(call.model()).isEqualTo(THIRD);
    assertThat(call.fallback()).isEmpty();
  }

  @Test
  void keepsTheModelInLaterPhases() {
    RunState state =
        fellBack(begun(), FIRST, SECOND)
            .apply(Replies.of("look", 1, "seen", List.of(), Usage.NONE))
            .apply(new PhaseEvent.Completed("look", "seen"))
            .apply(new PhaseEvent.Started("say", "go", NOW));

    assertThat(asks(state).model()).isEqualTo(SECOND);
  }

  @Test
  void isNoProgressForARunThatKeepsCrashing() {
    RunState state = begun().apply(new LifecycleEvent.Admitted("here", NOW));

    assertThat(fellBack(state, FIRST, SECOND).attempts()).isEqualTo(state.attempts());
  }

  static Stream<RunEvent> newBeginnings() {
    var version = Optional.of(new ControlEvent.Migrated.Version("v", "w"));
    return Stream.of(
        new ControlEvent.Retried("ana", NOW),
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            5,
            "hash",
            List.of(),
            "ana",
            NOW,
            Optional.empty(),
            "v",
            Optional.empty()),
        new ControlEvent.Migrated("ana", NOW, "better", List.of(), version, List.of()));
  }

  @ParameterizedTest
  @MethodSource("newBeginnings")
  void beginsWithTheFirstModelAgain(RunEvent event) {
    assertThat(asks(fellBack(begun(), FIRST, SECOND).apply(event)).model()).isEqualTo(FIRST);
  }

  @Test
  void keepsTheModelIfOnlyTheToolsChange() {
    var migrated =
        new ControlEvent.Migrated("ana", NOW, "same", List.of(), Optional.empty(), List.of());

    assertThat(asks(fellBack(begun(), FIRST, SECOND).apply(migrated)).model()).isEqualTo(SECOND);
  }

  @Test
  void asksTheLastModelOfAVersionWithFewerModels() {
    RunState state = RunState.of(agent(List.of())).apply(submitted());
    for (RunEvent event : beginning()) {
      state = state.apply(event);
    }

    NextStep.CallModel call = asks(fellBack(fellBack(state, FIRST, SECOND), SECOND, THIRD));

    assertThat(call.model()).isEqualTo(FIRST);
    assertThat(call.fallback()).isEmpty();
  }

  @Test
  void keepsProviderDataForAnotherModelOfTheSameProvider() {
    RunState state = fellBack(looked(), FIRST, SECOND);

    assertThat(asks(state).transcript()).isEqualTo(asks(looked()).transcript());
  }

  @Test
  void hidesProviderDataFromAnotherProvider() {
    RunState state = fellBack(fellBack(looked(), FIRST, SECOND), SECOND, THIRD);

    var portable = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
    assertThat(asks(state).transcript().messages())
        .containsExactly(
            new Message.User("go"),
            new Message.Assistant(
                List.of(
                    new Block.Reasoning("hm"), new Block.Text("I look."), new Block.Call(portable)),
                Optional.empty()),
            new Message.ToolResult(portable, new ToolOutcome.Succeeded("seen")));
  }

  @Test
  void hidesTheFallbacksDataFromTheFirstProviderAfterARetry() {
    RunState state =
        looked(fellBack(fellBack(begun(), FIRST, SECOND), SECOND, THIRD))
            .apply(new ControlEvent.Retried("ana", NOW));

    assertThat(asks(state).model()).isEqualTo(FIRST);
    assertThat(asks(state).transcript().toString()).contains("I look.").doesNotContain("c2ln");
  }

  @Test
  void hidesTheFallbacksDataFromTheModelOfAnotherVersion() {
    var version = Optional.of(new ControlEvent.Migrated.Version("v", "w"));
    var migrated = new ControlEvent.Migrated("ana", NOW, "better", List.of(), version, List.of());

    RunState state = looked(fellBack(begun(), FIRST, SECOND)).apply(migrated);

    assertThat(asks(state).model()).isEqualTo(FIRST);
    assertThat(asks(state).transcript().toString()).contains("I look.").doesNotContain("c2ln");
    assertThat(asks(looked().apply(migrated)).transcript().toString()).contains("c2ln");
  }

  @Test
  void isTheSameFromACheckpoint() {
    RunState state = fellBack(looked(), FIRST, SECOND);

    assertThat(Snapshot.read(Snapshot.of(state), state.agent())).contains(state);
  }

  private NextStep.CallModel asks(RunState state) {
    return (NextStep.CallModel) decider.next(state, NOW);
  }

  private static RunState fellBack(RunState state, ModelChoice from, ModelChoice to) {
    return state.apply(new ModelEvent.FellBack("look", 1, BUSY, from.id(), to.id()));
  }

  private static RunState begun() {
    RunState state = RunState.of(agent(List.of(SECOND, THIRD))).apply(submitted());
    for (RunEvent event : beginning()) {
      state = state.apply(event);
    }
    return state;
  }

  private static RunEvent submitted() {
    return Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private static List<RunEvent> beginning() {
    return List.of(
        new LifecycleEvent.Admitted("here", NOW), new PhaseEvent.Started("look", "go", NOW));
  }

  private static RunState looked() {
    return looked(begun());
  }

  /** Replies with every block that a provider may need back, and adds the result of the call. */
  private static RunState looked(RunState state) {
    List<Block> said =
        List.of(
            new Block.Reasoning("hm", Optional.of(SECRET_OF_ACME)),
            new Block.Reasoning("", Optional.of(SECRET_OF_ACME)),
            new Block.Text("I look."),
            new Block.Other("acme", SECRET_OF_ACME),
            new Block.Call(CALL));
    return state
        .apply(Replies.of("look", 1, said, Usage.NONE, Optional.of(SECRET_OF_ACME)))
        .apply(
            new ToolCallEvent.Completed(
                new CallLocation("look", 1, "c1"), "seen", List.of(), Optional.empty()));
  }

  private static ModelChoice model(String provider, String name) {
    return new ModelChoice(provider, name, JsonValue.EMPTY_OBJECT);
  }

  private static AgentDefinition agent(List<ModelChoice> fallbacks) {
    var limits = new Limits(10, Duration.ofHours(1));
    return Agents.agent("clerk")
        .model(FIRST)
        .fallbacks(fallbacks)
        .phase("look", limits, "look")
        .phase("say", limits)
        .limits(limits)
        .build();
  }
}
