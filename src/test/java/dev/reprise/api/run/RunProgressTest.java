package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.api.run.RunProgress.Durability;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Durability and errors in the view of a run. */
class RunProgressTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Failure TROUBLE = new Failure("timeout", "no answer in 10 s");
  private static final AgentDefinition AGENT =
      Agents.agent("clerk").phases(phase("optional", false), phase("critical", true)).build();

  private static Phase phase(String name, boolean critical) {
    return new Phase(name, new Template("go"), List.of("look"), critical, Limits.OF_A_PHASE);
  }

  private static RunState after(RunEvent... events) {
    RunState state =
        RunState.of(AGENT)
            .apply(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
            .apply(new LifecycleEvent.Admitted("server", NOW));
    for (RunEvent event : events) {
      state = state.apply(event);
    }
    return state;
  }

  @Test
  void isDurableUntilTheDatabaseRefusesAWrite() {
    assertThat(Durability.of(after())).isEqualTo(Durability.DURABLE);
    assertThat(Durability.of(after(new LifecycleEvent.RecordDelayed(2))))
        .isEqualTo(Durability.DEGRADED);
  }

  @Test
  void countsNoErrorIfNothingFailed() {
    RunState state = after(new PhaseEvent.Started("optional", "go", NOW));

    assertThat(RunProgress.of(state, Durability.DURABLE).errors()).isZero();
  }

  @Test
  void countsAttemptsAndPhasesThatFailed() {
    var call = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);

    RunState state =
        after(
            new PhaseEvent.Started("optional", "go", NOW),
            new ModelEvent.Retrying("optional", 0, 1, TROUBLE, NOW),
            Replies.of("optional", 1, "", List.of(call), new Usage(1, 1)),
            new ToolCallEvent.Started(
                new CallLocation("optional", 1, "c1"),
                "look",
                EffectClass.READ_ONLY,
                Optional.empty(),
                Optional.empty()),
            new ToolCallEvent.Retrying("optional", 1, "c1", 1, TROUBLE, NOW),
            new ToolCallEvent.Started(
                new CallLocation("optional", 1, "c1"),
                "look",
                EffectClass.READ_ONLY,
                Optional.empty(),
                Optional.empty()),
            new ToolCallEvent.Failed("optional", 1, "c1", TROUBLE, Optional.empty()),
            new ModelEvent.Failed("optional", 1, TROUBLE),
            new PhaseEvent.Skipped("optional", TROUBLE),
            new PhaseEvent.Started("critical", "go", NOW),
            new PhaseEvent.Failed("critical", TROUBLE));

    assertThat(RunProgress.of(state, Durability.DURABLE).errors()).isEqualTo(6);
    assertThat(state.apply(new LifecycleEvent.Failed(TROUBLE)).failures().errors()).isEqualTo(6);
    assertThat(
            state
                .apply(new LifecycleEvent.Failed(TROUBLE))
                .apply(new ControlEvent.Retried("ana", NOW, Optional.empty()))
                .failures()
                .errors())
        .as("after a retry, the count continues")
        .isEqualTo(6);
  }
}
