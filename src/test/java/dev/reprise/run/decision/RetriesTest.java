package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep.AwaitRetry.Attempt;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Failed calls of tools and of the model are retried when it is time. */
class RetriesTest extends DeciderFixture {

  @Test
  void waitsUntilAFailedCallIsRetried() {
    RunState state = retrying(intended(replied(ADD), ADD, EffectClass.ONCE), ADD, 1);

    assertThat(next(state)).isEqualTo(retry(Attempt.CALL, ADD));
    assertThat(decider.next(state, LATER))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(ADD)));
  }

  @Test
  void makesTheOtherCallsDuringThatWait() {
    RunState state = retrying(intended(replied(PUT, ADD), ADD, EffectClass.ONCE), ADD, 1);

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
    assertThat(next(completed(state, PUT))).isEqualTo(retry(Attempt.CALL, ADD));
  }

  @Test
  void wakesForARetryWhileAPersonIsAskedAboutAnotherCall() {
    RunState state = intended(replied(PUT, ADD), ADD, EffectClass.ONCE);
    state = retrying(intended(state, PUT, EffectClass.IDEMPOTENT), PUT, 1);

    assertThat(next(state))
        .isEqualTo(new NextStep.AwaitReconciliation(SURVEY, List.of(ADD), Optional.of(LATER)));
  }

  @Test
  void countsTheFailuresOfACall() {
    RunState state = retrying(intended(replied(PUT), PUT, EffectClass.IDEMPOTENT), PUT, 1);
    state = retrying(intended(state, PUT, EffectClass.IDEMPOTENT), PUT, 2);

    assertThat(failures(intended(state, PUT, EffectClass.IDEMPOTENT))).isEqualTo(2);
    RunState failed =
        state.apply(new LifecycleEvent.Failed(TROUBLE)).apply(new ControlEvent.Retried("ana", NOW));
    assertThat(failures(failed)).as("after a retry of the run").isZero();
    assertThat(next(failed)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  /** Otherwise a person would have to decide about a call only because it is made often. */
  @Test
  void distinguishesAFailureFromAnUnknownOutcome() {
    RunState state = replied(PUT);
    for (int attempt = 1; attempt <= 3 * REPEATS; attempt++) {
      state = retrying(intended(state, PUT, EffectClass.IDEMPOTENT), PUT, attempt);
    }

    assertThat(decider.next(intended(state, PUT, EffectClass.IDEMPOTENT), LATER))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  private static RunState retrying(RunState state, ToolCall call, int attempt) {
    return state.apply(new ToolCallEvent.Retrying("survey", 1, call.id(), attempt, TROUBLE, LATER));
  }

  private static int failures(RunState state) {
    return state.openPhase().orElseThrow().work().call("c1").orElseThrow().failures();
  }

  @Test
  void retriesTheModelWhenItIsTimeAndCountsTheAttempts() {
    Instant later = NOW.plusSeconds(9);
    RunState state = started().apply(new ModelEvent.Retrying("survey", 1, 2, TROUBLE, later));

    assertThat(next(state))
        .isEqualTo(new NextStep.AwaitRetry(SURVEY, Attempt.MODEL, List.of(), later));
    assertThat(decider.next(state, later))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class, call -> assertThat(call.attempt()).isEqualTo(3));
    assertThat(state.apply(new ModelEvent.Failed("survey", 1, TROUBLE)))
        .satisfies(
            failed -> assertThat(next(failed)).isEqualTo(new NextStep.FailPhase(SURVEY, TROUBLE)));
  }

  @Test
  void beginsWithTheFirstAttemptAfterAReplyAndAfterARetry() {
    var call = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
    RunState retrying = started().apply(new ModelEvent.Retrying("survey", 1, 2, TROUBLE, NOW));

    for (RunState state :
        List.of(
            retrying
                .apply(Replies.of("survey", 1, "", List.of(call), Usage.NONE))
                .apply(new ToolCallEvent.Failed("survey", 1, "c1", TROUBLE, Optional.empty())),
            retrying
                .apply(new ModelEvent.Failed("survey", 1, TROUBLE))
                .apply(new PhaseEvent.Failed("survey", TROUBLE))
                .apply(new LifecycleEvent.Failed(TROUBLE))
                .apply(new ControlEvent.Retried("ana", NOW)))) {
      assertThat(next(state))
          .isInstanceOfSatisfying(
              NextStep.CallModel.class, step -> assertThat(step.attempt()).isEqualTo(1));
    }
  }

  @Test
  void anAttemptOfTheModelIsNoProgress() {
    RunState state = started().apply(new LifecycleEvent.Admitted("here", NOW));

    assertThat(state.apply(new ModelEvent.Retrying("survey", 1, 1, TROUBLE, NOW)).attempts())
        .isEqualTo(state.attempts());
  }
}
