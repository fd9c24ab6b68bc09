package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Phase;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep.AwaitRetry.Attempt;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeciderTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Limits LIMITS = new Limits(2, Duration.ofMinutes(10));
  private static final Phase SURVEY = phase("survey", "survey {{input.place}}", true);
  private static final Phase EXTRA = phase("extra", "more on {{phases.survey.output}}", false);
  private static final Phase REPORT =
      phase("report", "{{phases.survey.output}}{{phases.extra.output}}", true);
  private static final ToolCall PUT = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);
  private static final ToolCall ADD = new ToolCall("c2", "add", JsonValue.EMPTY_OBJECT);
  private static final ToolCall WAIT = new ToolCall("w1", "wait_until", JsonValue.EMPTY_OBJECT);
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");

  private static final int REPEATS = 3;

  private final Decider decider = new Decider(REPEATS);

  @Test
  void startsThePhaseWithItsPromptFilledFromTheInput() {
    assertThat(next(admitted())).isEqualTo(new NextStep.StartPhase(SURVEY, "survey the coast"));
  }

  @Test
  void usesOutputsVerbatimAndNeverAsTemplates() {
    RunState state = admitted().apply(new PhaseEvent.Completed("survey", "{{input.place}}"));

    assertThat(next(state)).isEqualTo(new NextStep.StartPhase(EXTRA, "more on {{input.place}}"));
  }

  @Test
  void asksTheModelFirst() {
    assertThat(next(started()))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call -> {
              assertThat(call.iteration()).isEqualTo(1);
              assertThat(call.transcript().messages())
                  .containsExactly(new Message.User("survey the coast"));
              assertThat(call.deadline()).isEqualTo(NOW.plus(LIMITS.deadline()));
            });
  }

  @Test
  void runsTheCallsOfAReply() {
    assertThat(next(replied(PUT, ADD)))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT, ADD)));
  }

  @Test
  void neverRunsACompletedCallAgain() {
    RunState state = completed(replied(PUT, ADD), PUT);

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(ADD)));
  }

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
  void startsAWaitBeforeTheOtherCalls() {
    assertThat(next(replied(PUT, WAIT)))
        .isEqualTo(new NextStep.DeferCalls(SURVEY, 1, List.of(WAIT)));
    assertThat(next(deferred(replied(PUT, WAIT), LATER)))
        .isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void leavesAnUngrantedWaitToBeRefused() {
    RunState state =
        inExtra().apply(new ModelEvent.Replied("extra", 1, "", List.of(WAIT), Usage.NONE));

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
              .apply(new LifecycleEvent.Waiting("timer", "w1", Optional.of(LATER)));
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

  @Test
  void givesTheModelTheResultsInTheOrderOfItsCalls() {
    RunState state = completed(replied(PUT, ADD), ADD);
    state = state.apply(new ToolCallEvent.Failed("survey", 1, "c1", TROUBLE));

    assertThat(((NextStep.CallModel) next(state)).transcript().messages())
        .endsWith(
            new Message.ToolResult(PUT, new ToolOutcome.Failed(TROUBLE)),
            new Message.ToolResult(ADD, new ToolOutcome.Succeeded("done")));
  }

  @Test
  void completesThePhaseWithTheAnswer() {
    assertThat(next(replied())).isEqualTo(new NextStep.CompletePhase(SURVEY, "text"));
  }

  @Test
  void anEmptyAnswerIsAnAnswer() {
    RunState state =
        started().apply(new ModelEvent.Replied("survey", 1, "", List.of(), Usage.NONE));

    assertThat(next(state)).isEqualTo(new NextStep.CompletePhase(SURVEY, ""));
    assertThat(next(state.apply(new PhaseEvent.Completed("survey", ""))))
        .isEqualTo(new NextStep.StartPhase(EXTRA, "more on "));
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
                .apply(new ModelEvent.Replied("survey", 1, "", List.of(call), Usage.NONE))
                .apply(new ToolCallEvent.Failed("survey", 1, "c1", TROUBLE)),
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

  @Test
  void failsACriticalPhaseAndSkipsAnOptionalOneWhenTheModelFails() {
    RunState critical = started().apply(new ModelEvent.Failed("survey", 1, TROUBLE));
    RunState optional = inExtra().apply(new ModelEvent.Failed("extra", 1, TROUBLE));

    assertThat(next(critical)).isEqualTo(new NextStep.FailPhase(SURVEY, TROUBLE));
    assertThat(next(optional)).isEqualTo(new NextStep.SkipPhase(EXTRA, TROUBLE));
  }

  @Test
  void aSkippedPhaseHasAnEmptyOutputAndTheRunContinues() {
    RunState state = inExtra().apply(new PhaseEvent.Skipped("extra", TROUBLE));

    assertThat(next(state)).isEqualTo(new NextStep.StartPhase(REPORT, "seen"));
  }

  @Test
  void aFailedPhaseFailsTheRun() {
    assertThat(next(started().apply(new PhaseEvent.Failed("survey", TROUBLE))))
        .isEqualTo(new NextStep.Fail(TROUBLE));
  }

  @Test
  void finishesWithTheLastOutputThatIsNotEmpty() {
    RunState state =
        inExtra()
            .apply(new PhaseEvent.Skipped("extra", TROUBLE))
            .apply(new PhaseEvent.Completed("report", ""));

    assertThat(next(state)).isEqualTo(new NextStep.Finish("seen"));
  }

  @Test
  void endsThePhaseAtItsIterationLimit() {
    RunState state = completed(replied(PUT), PUT);
    state = state.apply(new ModelEvent.Replied("survey", 2, "", List.of(ADD), Usage.NONE));
    state = state.apply(new ToolCallEvent.Completed("survey", 2, "c2", "done"));

    assertThat(failure(next(state)).code()).isEqualTo("iteration_limit");
  }

  @Test
  void endsThePhaseAtItsDeadline() {
    Instant late = NOW.plus(LIMITS.deadline()).plusMillis(1);

    assertThat(failure(decider.next(started(), late)).code()).isEqualTo("deadline_exceeded");
  }

  @Test
  void timeInAPauseCountsTowardsNoDeadline() {
    Instant before = NOW.plusSeconds(60);
    Instant after = before.plus(Duration.ofDays(2));

    RunState resumed = resumed(paused(started(), before), after);

    Instant phaseEnds = NOW.plus(LIMITS.deadline()).plus(Duration.ofDays(2));
    assertThat(decider.next(resumed, phaseEnds))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class, call -> assertThat(call.deadline()).isEqualTo(phaseEnds));
    assertThat(failure(decider.next(resumed, phaseEnds.plusMillis(1))).message())
        .contains("phase 'survey'");
    Instant runEnds = NOW.plus(Duration.ofHours(1)).plus(Duration.ofDays(2));
    RunState later = resumed.apply(new PhaseEvent.Completed("survey", "seen"));
    assertThat(decider.next(later, runEnds)).isInstanceOf(NextStep.StartPhase.class);
    assertThat(decider.next(later, runEnds.plusMillis(1))).isInstanceOf(NextStep.Fail.class);
  }

  @Test
  void everyPauseCounts() {
    RunState state = started();
    for (int day = 0; day < 3; day++) {
      Instant before = NOW.plus(Duration.ofDays(day));
      state = resumed(paused(state, before), before.plus(Duration.ofDays(1)));
    }

    assertThat(decider.next(state, NOW.plus(Duration.ofDays(3))))
        .isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void aPauseBeforeTheFirstClaimMovesNoDeadline() {
    RunState fresh = resumed(paused(submitted(), NOW), NOW.plus(Duration.ofDays(1)));
    Instant begun = NOW.plus(Duration.ofDays(2));

    assertThat(fresh.clock().since()).isEmpty();
    assertThat(fresh.apply(new LifecycleEvent.Admitted("server", begun)).clock().since())
        .contains(begun);
  }

  @Test
  void deadlinesContinueInAPauseThatWasRecordedWithoutItsTime() {
    RunState state =
        started()
            .apply(new ControlEvent.Paused("ana", Optional.empty(), Optional.empty()))
            .apply(new ControlEvent.Resumed("ana", Optional.empty(), LATER.plusSeconds(3600)));

    assertThat(state.clock().since()).contains(NOW);
  }

  @Test
  void aClockThatWasSetBackTakesNoTimeFromARun() {
    assertThat(resumed(paused(started(), LATER), NOW).clock().since()).contains(NOW);
  }

  private static RunState paused(RunState state, Instant at) {
    return state.apply(new ControlEvent.Paused("ana", Optional.empty(), at));
  }

  private static RunState resumed(RunState state, Instant at) {
    return state.apply(new ControlEvent.Resumed("ana", Optional.empty(), at));
  }

  @Test
  void anExistingAnswerBeatsAPassedDeadline() {
    assertThat(decider.next(replied(), NOW.plus(Duration.ofHours(1))))
        .isEqualTo(new NextStep.CompletePhase(SURVEY, "text"));
  }

  @Test
  void theRunsDeadlineFailsTheRunWhereverItIs() {
    Instant late = NOW.plus(Duration.ofHours(2));

    assertThat(((NextStep.Fail) decider.next(admitted(), late)).failure().code())
        .isEqualTo("deadline_exceeded");
    assertThat(decider.next(inExtra(), late)).isInstanceOf(NextStep.FailPhase.class);
  }

  @Test
  void aRetryReopensTheFailedPhaseWithFreshLimits() {
    Instant later = NOW.plus(Duration.ofDays(1));
    RunState failed =
        completed(replied(PUT), PUT)
            .apply(new PhaseEvent.Failed("survey", TROUBLE))
            .apply(new LifecycleEvent.Failed(TROUBLE));

    RunState retried = failed.apply(new ControlEvent.Retried("ana", later));

    assertThat(next(failed)).isEqualTo(new NextStep.Ended(new Outcome.Failed(TROUBLE)));
    assertThat(decider.next(retried, later))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class, call -> assertThat(call.iteration()).isEqualTo(2));
  }

  @Test
  void givesUpARunThatIsClaimedRepeatedlyWithoutProgress() {
    RunState state = intended(replied(PUT), PUT, EffectClass.READ_ONLY);
    for (int i = 0; i < REPEATS; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
      assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
      state = intended(state, PUT, EffectClass.READ_ONLY);
    }
    state = state.apply(new LifecycleEvent.Admitted("server", NOW));

    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.GiveUp.class,
            giveUp -> assertThat(giveUp.failure().message()).contains("claimed 4 times"));
  }

  @Test
  void aToolThatSaysThatItsCallDidNotHappenIsNoProgress() {
    RunState state = intended(replied(PUT), PUT, EffectClass.RECONCILABLE);
    for (int i = 0; i < 1 + REPEATS; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
      state = reconciled(state, ReconciliationFinding.DID_NOT_HAPPEN);
      state = intended(state, PUT, EffectClass.RECONCILABLE);
    }

    assertThat(next(state)).isInstanceOf(NextStep.GiveUp.class);
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

  @Test
  void completesAFinishedRunHoweverOftenItsEndWasLost() {
    RunState state =
        started()
            .apply(new PhaseEvent.Completed("survey", "seen"))
            .apply(new PhaseEvent.Started("extra", "more", NOW))
            .apply(new PhaseEvent.Skipped("extra", TROUBLE))
            .apply(new PhaseEvent.Started("report", "tell", NOW))
            .apply(new PhaseEvent.Completed("report", "told"));
    for (int i = 0; i < 10; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
      state = state.apply(new LifecycleEvent.BrokeDown("server", TROUBLE, NOW));
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
    }

    assertThat(next(state)).isInstanceOf(NextStep.Finish.class);
  }

  @Test
  void failsAFailedRunHoweverOftenItsEndWasLost() {
    RunState state = started().apply(new PhaseEvent.Failed("survey", TROUBLE));
    for (int i = 0; i < 10; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
    }

    assertThat(next(state)).isEqualTo(new NextStep.Fail(TROUBLE));
  }

  @Test
  void givesUpARunThatKeepsBreakingDownWithTheLastReason() {
    var patient = new Decider(99, 2, LoopLimits.DEFAULT);
    RunState state = brokenDown(started(), TROUBLE);
    assertThat(patient.next(state, NOW)).isInstanceOf(NextStep.CallModel.class);

    state = brokenDown(state, new Failure("broke_down", "no memory (fault 00000000)"));

    assertThat(patient.next(state, NOW))
        .isEqualTo(
            new NextStep.GiveUp(
                new Failure(
                    "attempts_exhausted",
                    "it broke down 2 times without a step forward, the last time with broke_down:"
                        + " no memory (fault 00000000)")));
  }

  @Test
  void breakdownsAndLostServersAreCountedSeparately() {
    var decider = new Decider(2, 3, LoopLimits.DEFAULT);
    RunState state = started();
    for (int i = 0; i < 2; i++) {
      state = brokenDown(state, TROUBLE).apply(new LifecycleEvent.Admitted("server", NOW));
    }

    assertThat(state.attempts()).isEqualTo(4);
    assertThat(decider.next(state, NOW)).isInstanceOf(NextStep.CallModel.class);
    assertThat(decider.next(state.apply(new LifecycleEvent.Admitted("server", NOW)), NOW))
        .isInstanceOf(NextStep.GiveUp.class);
  }

  @Test
  void progressResetsTheCountOfBreakdowns() {
    RunState state = brokenDown(brokenDown(started(), TROUBLE), TROUBLE);

    RunState forward =
        state.apply(new ModelEvent.Replied("survey", 1, "look", List.of(), new Usage(1, 1)));

    assertThat(forward.attempts()).isZero();
    assertThat(forward.failures().attempts().last()).isEmpty();
  }

  @Test
  void anUnavailableStoreCostsNoAttempt() {
    RunState state = started();
    for (int i = 0; i < 10; i++) {
      state = brokenDown(state, new Failure("store_unavailable", "no connection"));
    }

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void theEndOfAServerThatHeldOtherRunsCostsNoAttempt() {
    RunState state = started().apply(new LifecycleEvent.Admitted("server", NOW));
    for (int i = 0; i < 10; i++) {
      state = state.apply(beside(50));
    }

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
    assertThat(state.attempts()).isEqualTo(1);
  }

  @Test
  void theEndOfAServerThatHeldOtherRunsDoesNotCountForACallEither() {
    RunState state = intended(replied(PUT), PUT, EffectClass.IDEMPOTENT);
    for (int i = 0; i < 10; i++) {
      state = intended(state.apply(beside(50)), PUT, EffectClass.IDEMPOTENT);
    }

    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
  }

  @Test
  void allLostServersCountForARunThatKillsThemAlone() {
    var kept =
        new LifecycleEvent.Admitted("server", NOW, Optional.empty(), Optional.of(REPEATS + 1));
    RunState state = started().apply(beside(50)).apply(kept);

    assertThat(next(state)).isInstanceOf(NextStep.GiveUp.class);
  }

  private static RunEvent beside(int others) {
    return new LifecycleEvent.Admitted("server", NOW, Optional.of(others), Optional.empty());
  }

  private static RunState brokenDown(RunState state, Failure why) {
    return state
        .apply(new LifecycleEvent.Admitted("server", NOW))
        .apply(new LifecycleEvent.BrokeDown("server", why, NOW));
  }

  @Test
  void aHandOverCostsNoAttempt() {
    RunState state = started();
    for (int i = 0; i < 10; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
      state = state.apply(new LifecycleEvent.HandedOver("server"));
    }

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void aResultWithoutACallBreaksTheRecord() {
    assertThatThrownBy(() -> completed(started(), PUT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("c1");
  }

  private NextStep next(RunState state) {
    return decider.next(state, NOW);
  }

  private static NextStep asksAPersonAbout(ToolCall... calls) {
    return new NextStep.AwaitReconciliation(SURVEY, List.of(calls), Optional.empty());
  }

  private static Failure failure(NextStep step) {
    return ((NextStep.FailPhase) step).failure();
  }

  private static Phase phase(String name, String prompt, boolean critical) {
    List<String> tools = critical ? List.of("put", "add", "wait_until") : List.of("put", "add");
    return new Phase(name, new Template(prompt), tools, critical, LIMITS);
  }

  private static RunState admitted() {
    return submitted().apply(new LifecycleEvent.Admitted("server", NOW));
  }

  private static RunState submitted() {
    var agent =
        Agents.agent("surveyor")
            .phases(SURVEY, EXTRA, REPORT)
            .limits(new Limits(100, Duration.ofHours(1)))
            .build();
    return RunState.of(agent)
        .apply(
            new LifecycleEvent.Submitted(
                "surveyor", "v", new JsonValue("{\"place\":\"the coast\"}"), "here", "ana"));
  }

  private static RunState started() {
    return admitted().apply(new PhaseEvent.Started("survey", "survey the coast", NOW));
  }

  private static RunState replied(ToolCall... calls) {
    return started().apply(new ModelEvent.Replied("survey", 1, "text", List.of(calls), Usage.NONE));
  }

  private static RunState inExtra() {
    return admitted()
        .apply(new PhaseEvent.Completed("survey", "seen"))
        .apply(new PhaseEvent.Started("extra", "more on seen", NOW));
  }

  private static RunState intended(RunState state, ToolCall call, EffectClass effect) {
    return state.apply(new ToolCallEvent.Started("survey", 1, call.id(), call.tool(), effect));
  }

  private static RunState deferred(RunState state, Instant until) {
    return state.apply(new ToolCallEvent.Deferred("survey", 1, "w1", until));
  }

  private static RunState waited(RunState state) {
    return state.apply(new ToolCallEvent.Completed("survey", 1, "w1", "over"));
  }

  private static RunState reconciled(RunState state, ReconciliationFinding finding) {
    return state.apply(new ToolCallEvent.Reconciled("survey", 1, "c1", finding, "seen", "no idea"));
  }

  private static RunEvent couldNotTell(Optional<Instant> next) {
    return new ToolCallEvent.Reconciled(
        "survey", 1, "c1", ReconciliationFinding.COULD_NOT_TELL, "", "no idea", next);
  }

  private static RunEvent unknown(int attempt, Optional<Instant> next) {
    return new ToolCallEvent.Unknown("survey", 1, "c1", attempt, TROUBLE, next);
  }

  private static NextStep retry(Attempt attempt, ToolCall call) {
    return new NextStep.AwaitRetry(SURVEY, attempt, List.of(call), LATER);
  }

  private static RunState resolved(RunState state, OperatorVerdict verdict) {
    return state.apply(
        new HumanInputEvent.Resolved("survey", 1, "c2", verdict, "seen", "ana", "I looked"));
  }

  private static RunState completed(RunState state, ToolCall call) {
    return state.apply(new ToolCallEvent.Completed("survey", 1, call.id(), "done"));
  }
}
