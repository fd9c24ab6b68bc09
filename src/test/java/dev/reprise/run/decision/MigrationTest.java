package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What a run has done stays done under a later version of its agent, or the run does not migrate.
 */
class MigrationTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");
  private static final Phase FIRST = phase("first", "First {{input.place}}.");
  private static final Phase SECOND = phase("second", "Second.");
  private static final Phase THIRD = phase("third", "Third.");
  private static final Phase MORE = phase("more", "More on {{phases.second.output}}.");
  private static final PinnedTool PUT = put(EffectClass.IDEMPOTENT);

  /** The first phase is complete, and the second has started. */
  private static final List<RunEvent> JOURNAL =
      List.of(
          Submissions.pinning(
              pins(PUT), "clerk", "v1", new JsonValue("{\"place\":\"here\"}"), "w", "ana"),
          new LifecycleEvent.Admitted("server", NOW),
          new PhaseEvent.Started("first", "First here.", NOW),
          new PhaseEvent.Skipped("first", TROUBLE),
          new PhaseEvent.Started("second", "Second.", NOW),
          Replies.of(
              "second",
              1,
              "",
              List.of(new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT)),
              Usage.NONE));

  private static final RunEvent STARTED =
      new ToolCallEvent.Started(
          new CallLocation("second", 1, "c1"),
          "put",
          EffectClass.IDEMPOTENT,
          Optional.empty(),
          Optional.empty());

  @Test
  void isPossibleIfStartedPhasesKeepTheirPlaces() {
    assertThat(obstacles(agent(FIRST, SECOND, THIRD))).isEmpty();
    assertThat(obstacles(agent(FIRST, SECOND))).as("one to come is gone").isEmpty();
    assertThat(obstacles(agent(FIRST, SECOND, MORE, THIRD))).as("one to come is new").isEmpty();
    assertThat(obstacles(agent(FIRST, phase("second", "Otherwise."), MORE))).isEmpty();
  }

  @Test
  void isImpossibleIfStartedPhasesMove() {
    assertThat(obstacles(agent(SECOND, THIRD)))
        .containsExactly(
            "phases.first has begun and must be phase 1 of the agent",
            "phases.second has begun and must be phase 2 of the agent");
    assertThat(obstacles(agent(FIRST, MORE, SECOND)))
        .containsExactly("phases.second has begun and must be phase 2 of the agent");
    assertThat(obstacles(agent(FIRST)))
        .containsExactly("phases.second has begun and must be phase 2 of the agent");
  }

  @Test
  void needsTheInputThatLaterPromptsReferTo() {
    Phase filled = phase("second", "Second {{input.colour}}.");
    Phase toCome = phase("third", "Third {{input.size}} {{input.place}}.");

    assertThat(obstacles(agent(FIRST, filled, toCome)))
        .containsExactly("input.size is missing; prompts of later phases refer to it");
  }

  @Test
  void aCallWithAnUnknownOutcomeIsNotRepeatedByAToolThatIsNoLongerIdempotent() {
    RunState doubtful = state(agent(FIRST, SECOND, THIRD)).apply(STARTED);
    AgentDefinition agent = doubtful.agent();
    String obstacle =
        "calls.c1 of put has an unknown outcome, and the tool is not IDEMPOTENT any more: say what"
            + " became of it first, with :resolve";

    assertThat(obstacles(doubtful, agent, PUT)).isEmpty();
    assertThat(obstacles(doubtful, agent, put(EffectClass.ONCE))).containsExactly(obstacle);
    assertThat(obstacles(doubtful, agent)).as("it is gone").containsExactly(obstacle);
    var withdrawn = new Phase("second", SECOND.prompt(), List.of(), true, Limits.OF_A_PHASE);
    assertThat(obstacles(doubtful, agent(FIRST, withdrawn), PUT)).containsExactly(obstacle);
    assertThat(obstacles(resolved(doubtful), agent)).as("a person has said").isEmpty();
  }

  @Test
  void theEffectClassOfTheIntentDecidesAboutACallWithAnUnknownOutcome() {
    RunState doubtful =
        state(agent(FIRST, SECOND, THIRD))
            .apply(
                new ToolCallEvent.Started(
                    new CallLocation("second", 1, "c1"),
                    "put",
                    EffectClass.ONCE,
                    Optional.empty(),
                    Optional.empty()))
            .apply(migrated(PUT));

    assertThat(new Decider(3).next(doubtful, NOW)).isInstanceOf(NextStep.AwaitReconciliation.class);
  }

  @Test
  void theJournalFoldsToTheSameStateUnderALaterVersion() {
    RunState before = state(agent(FIRST, SECOND, THIRD));
    RunState after = state(agent(FIRST, phase("second", "Otherwise."), MORE)).apply(migrated(PUT));

    assertThat(after.phases().states()).containsEntry("first", new PhaseState.Skipped(TROUBLE));
    assertThat(after.phases().states().get("second"))
        .isEqualTo(before.phases().states().get("second"));
    assertThat(after.phases().states()).containsKey("more").doesNotContainKey("third");
    assertThat(after.clock().since()).isEqualTo(before.clock().since());
    RunState passed = after.apply(new PhaseEvent.Completed("second", "done"));
    assertThat(new Decider(3).next(passed, NOW))
        .isEqualTo(new NextStep.StartPhase(MORE, "More on done."));
  }

  @Test
  void aRunKeepsTheToolsItWasMigratedTo() {
    RunState state = state(agent(FIRST, SECOND));
    PinnedTool other = put(EffectClass.ONCE);

    assertThat(state.assignment().tools()).containsExactly(PUT);
    assertThat(state.apply(migrated(other)).assignment().tools()).containsExactly(other);
  }

  @Test
  void aRunCountsHowOftenItWasRefusedInARow() {
    var refused = Waits.of("migration", "tools.put is not there", Optional.empty());
    RunState state = state(agent(FIRST, SECOND));
    for (int i = 0; i < 3; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW)).apply(refused);
    }

    assertThat(state.failures().refusals()).isEqualTo(3);
    assertThat(state.attempts()).as("a refusal costs none").isZero();
    assertThat(state.apply(STARTED).failures().refusals()).isZero();
    assertThat(state.apply(migrated(PUT)).failures().refusals()).isZero();
  }

  @Test
  void needsTheToolsOfPhasesThatAreNotPassed() {
    Phase loud = new Phase("first", FIRST.prompt(), List.of("shout"), true, Limits.OF_A_PHASE);

    assertThat(state(agent(loud, SECOND)).neededTools()).containsExactly("put");
  }

  private static List<String> obstacles(AgentDefinition to) {
    return obstacles(state(agent(FIRST, SECOND, THIRD)), to, PUT);
  }

  private static List<String> obstacles(RunState state, AgentDefinition to, PinnedTool... tools) {
    return new Migration(state, to, List.of(tools))
        .obstacles().stream().map(Difference::toString).toList();
  }

  private static RunState resolved(RunState state) {
    return state.apply(
        new HumanInputEvent.Resolved(
            "second",
            1,
            "c1",
            OperatorVerdict.SUCCEEDED,
            "done",
            "ana",
            "I looked",
            Optional.empty()));
  }

  private static RunEvent migrated(PinnedTool... tools) {
    return new ControlEvent.Migrated(
        "ana", NOW, "it is safe", List.of(tools), Optional.empty(), List.of());
  }

  private static RunState state(AgentDefinition agent) {
    RunState state = RunState.of(agent);
    for (RunEvent event : JOURNAL) {
      state = state.apply(event);
    }
    return state;
  }

  private static AgentDefinition agent(Phase... phases) {
    return Agents.agent("clerk").phases(phases).build();
  }

  private static Phase phase(String name, String prompt) {
    return new Phase(name, new Template(prompt), List.of("put"), true, Limits.OF_A_PHASE);
  }

  private static PinnedTool put(EffectClass effect) {
    return new PinnedTool("put", effect, effect.name(), "d", "a");
  }

  private static List<PinnedTool> pins(PinnedTool... tools) {
    return List.of(tools);
  }
}
