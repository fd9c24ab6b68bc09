package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep.AwaitRetry.Attempt;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call whose outcome is unknown is repeated, asked about or left to a person. */
class UnknownOutcomesTest extends DeciderFixture {

  @Test
  void repeatsACallWithAnUnknownOutcomeIfItsEffectAllows() {
    RunState state = intended(replied(PUT), PUT, EffectClass.IDEMPOTENT);

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void asksAPersonAfterTooManyUnknownOutcomes() {
    RunState state = replied(PUT);
    for (int i = 0; i < 1 + REPEATS; i++) {
      assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
      state = intended(state, PUT, EffectClass.IDEMPOTENT);
    }

    assertThat(next(state)).isEqualTo(asksAPersonAbout(PUT));
  }

  @Test
  void asksAToolForTheOutcomeOfItsCallIfItCanTell() {
    RunState state = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);

    assertThat(next(state)).isEqualTo(new NextStep.ReconcileCalls(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void acceptsAToolsStatementThatItsCallHappened() {
    RunState doubtful = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);

    assertThat(next(reconciled(doubtful, ReconciliationFinding.HAPPENED)))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().last())
                    .isEqualTo(new Message.ToolResult(PUT, new ToolOutcome.Succeeded("seen"))));
  }

  @Test
  void repeatsACallThatDidNotHappen() {
    RunState doubtful = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);

    assertThat(next(reconciled(doubtful, ReconciliationFinding.DID_NOT_HAPPEN)))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void waitsBeforeItAsksAToolAgainAndFinallyAsksAPerson() {
    RunState state = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);
    assertThat(next(state)).isInstanceOf(NextStep.ReconcileCalls.class);

    state = state.apply(couldNotTell(Optional.of(LATER)));
    assertThat(next(state)).isEqualTo(retry(Attempt.INQUIRY, PUT));
    assertThat(decider.next(state, LATER)).isInstanceOf(NextStep.ReconcileCalls.class);

    assertThat(next(state.apply(couldNotTell(Optional.empty())))).isEqualTo(asksAPersonAbout(PUT));
  }

  @Test
  void repeatsACallOfUnknownOutcomeWhenItIsTime() {
    RunState state = intended(replied(PUT), PUT, EffectClass.IDEMPOTENT);

    state = state.apply(unknown(1, Optional.of(LATER)));

    assertThat(next(state)).isEqualTo(retry(Attempt.CALL, PUT));
    assertThat(decider.next(state, LATER))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
    assertThat(state.call("c1").orElseThrow().failures()).isEqualTo(1);
    assertThat(state.call("c1").orElseThrow().mayHaveHappened()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = EffectClass.class,
      names = {"IDEMPOTENT", "ONCE"})
  void asksAPersonAboutACallOfUnknownOutcomeThatIsNotRepeated(EffectClass effect) {
    RunState state = intended(replied(PUT), PUT, effect).apply(unknown(1, Optional.empty()));

    assertThat(next(state)).isEqualTo(asksAPersonAbout(PUT));
    assertThat(decider.next(state, LATER)).isEqualTo(asksAPersonAbout(PUT));
  }

  @Test
  void asksTheToolAtOnceAboutACallOfUnknownOutcomeAndRepeatsItWhenItIsTime() {
    RunState state = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);
    state = state.apply(unknown(1, Optional.of(LATER)));
    assertThat(next(state)).isInstanceOf(NextStep.ReconcileCalls.class);

    state =
        reconciled(
            state.apply(couldNotTell(Optional.of(NOW))), ReconciliationFinding.DID_NOT_HAPPEN);

    assertThat(next(state)).isEqualTo(retry(Attempt.CALL, PUT));
    assertThat(decider.next(state, LATER))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void tellsTheModelOfACallThatDidNotHappenAndIsNotRepeated() {
    RunState state = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);

    state =
        reconciled(state.apply(unknown(1, Optional.empty())), ReconciliationFinding.DID_NOT_HAPPEN);

    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().last())
                    .isEqualTo(new Message.ToolResult(PUT, new ToolOutcome.Failed(TROUBLE))));
  }

  @Test
  void doesNotCountRetriesOfAPolicyAsLostServers() {
    RunState state = replied(PUT);
    for (int i = 1; i < 3 * REPEATS; i++) {
      state = intended(state, PUT, EffectClass.IDEMPOTENT).apply(unknown(i, Optional.of(NOW)));
    }

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void leavesACallThatIsNotRepeatedToAPersonEvenIfTheRunIsRetried() {
    RunState state = intended(replied(PUT), PUT, EffectClass.IDEMPOTENT);
    state =
        state.apply(unknown(4, Optional.empty())).apply(new LifecycleEvent.DeadLettered(TROUBLE));

    assertThat(next(state.apply(new ControlEvent.Retried("ana", NOW))))
        .isEqualTo(asksAPersonAbout(PUT));
  }

  @Test
  void wakesForACallThatIsRepeatedWhileAPersonIsAskedAboutAnother() {
    RunState state = intended(replied(PUT, ADD), ADD, EffectClass.ONCE);
    state = intended(state, PUT, EffectClass.IDEMPOTENT).apply(unknown(1, Optional.of(LATER)));

    assertThat(next(state))
        .isEqualTo(new NextStep.AwaitReconciliation(SURVEY, List.of(ADD), Optional.of(LATER)));
  }

  @Test
  void asksAPersonAboutACallThatIsStartedRepeatedlyAndNeverHappens() {
    RunState state = replied(PUT);
    for (int i = 0; i < 1 + REPEATS; i++) {
      assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
      state =
          reconciled(
              intended(state, PUT, EffectClass.RECONCILABLE), ReconciliationFinding.DID_NOT_HAPPEN);
    }

    assertThat(next(state)).isEqualTo(asksAPersonAbout(PUT));
  }

  @Test
  void aFindingAboutACallThatIsNotInFlightBreaksTheRecord() {
    assertThatThrownBy(() -> reconciled(replied(PUT), ReconciliationFinding.HAPPENED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("c1");
  }

  @Test
  void asksAPersonAboutACallThatMustNotHappenTwice() {
    RunState state = intended(replied(ADD), ADD, EffectClass.ONCE);

    assertThat(next(state)).isEqualTo(asksAPersonAbout(ADD));
  }

  @Test
  void acceptsAPersonsVerdictOnACall() {
    RunState doubtful = intended(replied(ADD), ADD, EffectClass.ONCE);

    assertThat(next(resolved(doubtful, OperatorVerdict.SUCCEEDED)))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().last())
                    .isEqualTo(new Message.ToolResult(ADD, new ToolOutcome.Succeeded("seen"))));
    assertThat(next(resolved(doubtful, OperatorVerdict.FAILED)))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().last())
                    .isEqualTo(
                        new Message.ToolResult(
                            ADD, ToolOutcome.failed("resolved_as_failed", "I looked"))));
    assertThat(next(resolved(doubtful, OperatorVerdict.RETRY)))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(ADD)));
  }

  @Test
  void runsTheCallsThatMayRunAndThenAsksAboutTheOthers() {
    RunState state = intended(replied(PUT, ADD), ADD, EffectClass.ONCE);

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
    assertThat(next(completed(state, PUT))).isEqualTo(asksAPersonAbout(ADD));
  }

  @Test
  void aRetryRestartsACallThatHadBeenStartedTooOften() {
    RunState state = replied(PUT);
    for (int i = 0; i < 1 + REPEATS; i++) {
      state = intended(state, PUT, EffectClass.IDEMPOTENT);
    }

    state = state.apply(new LifecycleEvent.DeadLettered(TROUBLE));

    assertThat(next(state.apply(new ControlEvent.Retried("ana", NOW))))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void aRetryNeverRepeatsACallThatMustNotHappenTwice() {
    RunState state =
        intended(replied(ADD), ADD, EffectClass.ONCE)
            .apply(new LifecycleEvent.DeadLettered(TROUBLE));

    assertThat(next(state.apply(new ControlEvent.Retried("ana", NOW))))
        .isEqualTo(asksAPersonAbout(ADD));
  }

  private static RunEvent couldNotTell(Optional<Instant> next) {
    return new ToolCallEvent.Reconciled(
        "survey", 1, "c1", ReconciliationFinding.COULD_NOT_TELL, "", "no idea", next);
  }

  private static RunEvent unknown(int attempt, Optional<Instant> next) {
    return new ToolCallEvent.Unknown("survey", 1, "c1", attempt, TROUBLE, next);
  }
}
