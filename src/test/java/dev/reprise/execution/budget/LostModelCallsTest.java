package dev.reprise.execution.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.tool.EngineFixture;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.run.decision.Decider;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which calls of a model a lost server may have made, as far as the record tells. */
@QuietLog
class LostModelCallsTest {

  private static final ToolCall LOOK = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);

  private final ManualClock clock = new ManualClock(Engine.START);
  private final AgentDefinition agent =
      Agents.agent("clerk").phase("only", "look").compaction(new Compaction(60, 1)).build();

  @Test
  void isTheNextCallWithWhatItWasExpectedToCost() {
    ModelEvent.Unanswered call = lost(started(), lookedIn(1)).orElseThrow();

    assertThat(call.phase()).isEqualTo("only");
    assertThat(call.iteration()).isEqualTo(2);
    assertThat(call.model()).isEqualTo(agent.models().first().id());
    assertThat(call.usage().outputTokens()).isEqualTo(ModelCallEstimates.MIN_OUTPUT);
    assertThat(call.usage().inputTokens()).isPositive();
    assertThat(call.cost().map(Cost::amount).orElseThrow()).isPositive();
  }

  @Test
  void isTheFirstCallOfAPhaseWhoseStartWasNotDurable() {
    assertThat(lost(List.of(), List.of()).orElseThrow().iteration()).isEqualTo(1);
  }

  @Test
  void isACallForASummary() {
    Optional<ModelEvent.Unanswered> call = lost(started(), lookedIn(1, 2, 3));

    assertThat(call.orElseThrow().iteration()).isEqualTo(4);
    assertThat(call.get().usage().inputTokens()).isLessThan(ModelCallEstimates.MIN_OUTPUT);
  }

  @Test
  void isNoneIfTheRunWasCallingATool() {
    List<RunEvent> calling =
        List.of(
            Replies.of("only", 1, "", List.of(LOOK), Usage.NONE),
            new ToolCallEvent.Started(
                new CallLocation("only", 1, "c1"),
                "look",
                EffectClass.READ_ONLY,
                Optional.empty(),
                Optional.empty()));

    assertThat(lost(started(), calling)).isEmpty();
  }

  @Test
  void isNoneIfTheRunWaitedForItsNextAttempt() {
    RunEvent retrying =
        new ModelEvent.Retrying(
            "only", 1, 1, new Failure("overloaded", "busy"), Engine.START.plusSeconds(9));

    assertThat(lost(started(), List.of(retrying))).isEmpty();
  }

  @Test
  void isNoneIfOnlyTheEndOfTheRunIsLeft() {
    List<RunEvent> done =
        List.of(
            Replies.of("only", 1, "done", List.of(), Usage.NONE),
            new PhaseEvent.Completed("only", "done"));

    assertThat(lost(started(), done)).isEmpty();
  }

  private static List<RunEvent> started() {
    return List.of(new PhaseEvent.Started("only", "look around", Engine.START));
  }

  private static List<RunEvent> lookedIn(int... iterations) {
    return Arrays.stream(iterations).boxed().flatMap(LostModelCallsTest::looked).toList();
  }

  private static Stream<RunEvent> looked(int iteration) {
    return Stream.of(
        Replies.of("only", iteration, "I look.", List.of(LOOK), Usage.NONE),
        new ToolCallEvent.Started(
            new CallLocation("only", iteration, "c1"),
            "look",
            EffectClass.READ_ONLY,
            Optional.empty(),
            Optional.empty()),
        new ToolCallEvent.Completed(
            new CallLocation("only", iteration, "c1"),
            "nothing but waves so far",
            List.of(),
            Optional.empty()));
  }

  /** Returns what is recorded after the server that recorded these events was lost. */
  private Optional<ModelEvent.Unanswered> lost(List<RunEvent> start, List<RunEvent> work) {
    MemoryJournal journal = Engine.submitted(List.of());
    ActiveRun run = EngineFixture.claim(journal, agent, clock);
    Stream.of(start, work).flatMap(List::stream).forEach(run::append);
    run.append(new LifecycleEvent.Admitted("other#1", clock.instant()));
    int before = journal.events().size();

    clock.moveTo(Engine.START.plus(Duration.ofSeconds(1)));
    new LostModelCalls(
            new Decider(3), new ModelCallEstimates(PriceFixture.scripted("10", "50")), clock)
        .record(run);

    List<RunEvent> recorded = journal.events().subList(before, journal.events().size());
    assertThat(recorded).hasSizeLessThan(2);
    return recorded.stream().findFirst().map(ModelEvent.Unanswered.class::cast);
  }
}
