package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Calls that need an agent before they can be made, and calls that end their phase. */
class AgentNeededTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final UUID CHILD = new UUID(0, 2);
  private static final ToolCall CALL =
      new ToolCall("c", "call_artifact", new JsonValue("{\"role\":\"x\"}"));

  private final RunState begun =
      after(
          RunState.of(Agents.agent("clerk").phase("only").build()),
          Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
          new LifecycleEvent.Admitted("here", NOW),
          new PhaseEvent.Started("only", "go", NOW),
          Replies.of("only", 1, "", List.of(CALL), new Usage(1, 1)),
          new ToolCallEvent.Started(
              new CallLocation("only", 1, "c"),
              CALL.tool(),
              EffectClass.READ_ONLY,
              Optional.empty(),
              Optional.empty()));

  private final RunState answered =
      after(
          begun,
          new ChildRunEvent.Delegated(
              "only",
              1,
              "c",
              CHILD,
              "tool-writer",
              new JsonValue("{\"request\":\"write\"}"),
              new Delegation(new UUID(0, 1), "c", 1, 5, NOW)),
          new ChildRunEvent.Returned(
              "only",
              1,
              "c",
              CHILD,
              "return 1",
              Optional.of(new ModelId("scripted", "default")),
              Optional.empty(),
              DelegatedUsage.NONE));

  @Test
  void theCallIsMadeAgainWithTheAnswer() {
    assertThat(new Decider(3).next(answered, NOW))
        .isInstanceOfSatisfying(
            NextStep.CallTools.class, step -> assertThat(step.calls()).containsExactly(CALL));
    assertThat(answered.call("c").orElseThrow().answers())
        .singleElement()
        .extracting(TaskAnswer::run, TaskAnswer::output)
        .containsExactly(CHILD, "return 1");
  }

  @Test
  void aSnapshotKeepsTheAnswer() {
    assertThat(Snapshot.read(Snapshot.of(answered), answered.agent())).contains(answered);
  }

  @Test
  void anAnswerIsNoResultOfTheCall() {
    RunState ended =
        after(
            answered,
            new ToolCallEvent.Completed(
                new CallLocation("only", 1, "c"), "1", List.of(), Optional.empty()));

    assertThat(ended.openPhase().orElseThrow().work().transcript().messages().getLast().toString())
        .contains("Succeeded[content=1")
        .doesNotContain("return 1");
  }

  @Test
  void aToolCanEndThePhaseOfItsCaller() {
    var failure = new Failure(Failure.PHASE_ENDS, "the feed is gone for good");

    RunState failed =
        after(begun, new ToolCallEvent.Failed("only", 1, "c", failure, Optional.empty()));

    assertThat(new Decider(3).next(failed, NOW))
        .isInstanceOfSatisfying(
            NextStep.FailPhase.class, step -> assertThat(step.failure()).isEqualTo(failure));
  }

  private static RunState after(RunState state, RunEvent... events) {
    RunState next = state;
    for (RunEvent event : events) {
      next = next.apply(event);
    }
    return next;
  }
}
