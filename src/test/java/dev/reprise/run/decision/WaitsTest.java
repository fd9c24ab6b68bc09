package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A call that waits ends at its time, whatever else the run waits for. */
class WaitsTest extends DeciderFixture {

  private static final ToolCall WAIT = new ToolCall("w1", "wait_until", JsonValue.EMPTY_OBJECT);

  @Test
  void startsAWaitBeforeTheOtherCalls() {
    assertThat(next(replied(PUT, WAIT)))
        .isEqualTo(new NextStep.DeferCalls(SURVEY, 1, List.of(WAIT)));
    assertThat(next(deferred(replied(PUT, WAIT), LATER)))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void leavesAnUngrantedWaitToBeRefused() {
    RunState state = inExtra().apply(Replies.of("extra", 1, "", List.of(WAIT), Usage.NONE));

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(EXTRA, 1, List.of(WAIT)));
  }

  @Test
  void waitsUntilTheFirstOfItsWaitsEnds() {
    var other = new ToolCall("w2", "wait_until", JsonValue.EMPTY_OBJECT);
    RunState state =
        deferred(replied(WAIT, other), LATER)
            .apply(new ToolCallEvent.Deferred("survey", 1, "w2", LATER.plusSeconds(1)));

    assertThat(next(state)).isEqualTo(new NextStep.AwaitTime(SURVEY, LATER));
    assertThat(decider.next(state, LATER.minusNanos(1)))
        .isEqualTo(new NextStep.AwaitTime(SURVEY, LATER));
    assertThat(decider.next(state, LATER))
        .isEqualTo(new NextStep.EndWaits(SURVEY, 1, List.of(WAIT)));
    assertThat(decider.next(waited(state), LATER))
        .isEqualTo(new NextStep.AwaitTime(SURVEY, LATER.plusSeconds(1)));
    assertThat(decider.next(state, LATER.plusSeconds(1)))
        .isEqualTo(new NextStep.EndWaits(SURVEY, 1, List.of(WAIT, other)));
  }

  @Test
  void endsAWaitInThePastAtOnce() {
    assertThat(next(deferred(replied(WAIT), NOW.minusSeconds(1))))
        .isEqualTo(new NextStep.EndWaits(SURVEY, 1, List.of(WAIT)));
  }

  @Test
  void tellsTheModelThatTheWaitIsOver() {
    RunState state = waited(deferred(replied(WAIT), LATER));

    assertThat(((NextStep.CallModel) decider.next(state, LATER)).transcript().last())
        .isEqualTo(new Message.ToolResult(WAIT, new ToolOutcome.Succeeded("over")));
  }

  @Test
  void waitsForAPersonAndATimeAtOnceAndContinuesWithWhicheverComesFirst() {
    RunState state = deferred(intended(replied(ADD, WAIT), ADD, EffectClass.ONCE), LATER);

    assertThat(next(state))
        .isEqualTo(new NextStep.AwaitReconciliation(SURVEY, List.of(ADD), Optional.of(LATER)));
    assertThat(next(resolved(state, OperatorVerdict.SUCCEEDED)))
        .isEqualTo(new NextStep.AwaitTime(SURVEY, LATER));
    assertThat(decider.next(state, LATER))
        .isEqualTo(new NextStep.EndWaits(SURVEY, 1, List.of(WAIT)));
    assertThat(decider.next(waited(state), LATER)).isEqualTo(asksAPersonAbout(ADD));
  }

  @Test
  void aDeadlineThatPassesDuringAWaitTakesEffectAtItsEnd() {
    Instant late = NOW.plus(LIMITS.deadline()).plusSeconds(1);
    RunState state = deferred(replied(WAIT), late);

    assertThat(decider.next(state, late.minusMillis(1)))
        .isEqualTo(new NextStep.AwaitTime(SURVEY, late));
    assertThat(decider.next(state, late))
        .isEqualTo(new NextStep.EndWaits(SURVEY, 1, List.of(WAIT)));
    assertThat(failure(decider.next(waited(state), late)).code()).isEqualTo("deadline_exceeded");
  }

  @Test
  void waitingCostsNoAttempt() {
    RunState state = deferred(replied(WAIT), LATER);
    for (int i = 0; i < 10; i++) {
      state =
          state
              .apply(new LifecycleEvent.Admitted("server", NOW))
              .apply(Waits.of("timer", "w1", Optional.of(LATER)));
    }

    assertThat(next(state)).isEqualTo(new NextStep.AwaitTime(SURVEY, LATER));
  }

  @Test
  void aRetryDuringAWaitKeepsItsTime() {
    RunState state =
        deferred(replied(WAIT), LATER)
            .apply(new LifecycleEvent.DeadLettered(TROUBLE))
            .apply(new ControlEvent.Retried("ana", NOW));

    assertThat(next(state)).isEqualTo(new NextStep.AwaitTime(SURVEY, LATER));
  }

  private static RunState deferred(RunState state, Instant until) {
    return state.apply(new ToolCallEvent.Deferred("survey", 1, "w1", until));
  }

  private static RunState waited(RunState state) {
    return state.apply(
        new ToolCallEvent.Completed(
            new CallLocation("survey", 1, "w1"), "over", List.of(), Optional.empty()));
  }
}
