package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Difference;
import dev.reprise.agent.Limits;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.Transcript;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.FixedEvidence;
import dev.reprise.execution.StopCause;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.decision.NextStep.AwaitRetry.Attempt;
import dev.reprise.run.state.Outcome;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a job can end, against everything that its run may have reached. */
class ReleaseDecisionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");
  private static final Phase PHASE =
      new Phase("survey", new Template("look"), List.of("put"), true, Limits.OF_A_PHASE);
  private static final ModelChoice MODEL =
      new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT);
  private static final ToolCall CALL = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);

  private static final NextStep FINISH = new NextStep.Finish("answer");
  private static final NextStep FAIL = new NextStep.Fail(TROUBLE);
  private static final NextStep GIVE_UP = new NextStep.GiveUp(TROUBLE);
  private static final NextStep AWAIT =
      new NextStep.AwaitReconciliation(PHASE, List.of(CALL), Optional.empty());
  private static final NextStep AWAIT_TIME = new NextStep.AwaitTime(PHASE, LATER);
  private static final NextStep AWAIT_RETRY =
      new NextStep.AwaitRetry(PHASE, Attempt.MODEL, List.of(), LATER);

  private static final NextStep AWAIT_WORD = new NextStep.AwaitGuidance(PHASE, 7, 2);

  private static final NextStep AWAIT_PERSON =
      new NextStep.AwaitPerson(PHASE, List.of(CALL), QuestionKind.APPROVAL, Optional.empty());

  private static final NextStep AWAIT_RESUME = new NextStep.AwaitResume(PHASE, List.of(CALL));

  private static final NextStep AWAIT_CHILDREN =
      new NextStep.AwaitChildren(PHASE, 1, List.of(CALL), Optional.empty());

  /** Waits that end outside the record, where a stopped job may not have checked. */
  private static final List<NextStep> ENDED_ELSEWHERE = List.of(AWAIT_CHILDREN, AWAIT_WORD);

  private static final List<NextStep> ALL_WAITS =
      List.of(
          AWAIT, AWAIT_TIME, AWAIT_RETRY, AWAIT_PERSON, AWAIT_RESUME, AWAIT_WORD, AWAIT_CHILDREN);

  private static final DefinitionMismatch MISFIT =
      new DefinitionMismatch(List.of(new Difference("tools.put", "is not there")), 0);
  private static final RunEvent CANCELLED = new ControlEvent.Cancelled("ana", "enough");
  private static final RunEvent PAUSED =
      new ControlEvent.Paused(
          "batch administration",
          Optional.empty(),
          NOW,
          Optional.empty(),
          Optional.of(Code.JOB_STOPPED.alone()));
  private static final RunEvent PAUSED_BY_BOB =
      new ControlEvent.Paused("bob", Optional.of("the audit"), NOW);
  private static final RunEvent HANDED_OVER = new LifecycleEvent.HandedOver("server#1");

  private final ReleaseDecision lettingGo =
      lettingGo(Optional.of(new Run.PauseRequest("bob", Optional.of("the audit"))));

  private static ReleaseDecision lettingGo(Optional<Run.PauseRequest> pause) {
    return new ReleaseDecision(
        "server#1", NOW, new FixedEvidence(new Run.CancelRequest("ana", "enough"), pause, MISFIT));
  }

  /** Steps that a run which stops here leaves for the next job. */
  static Stream<NextStep> open() {
    return Stream.of(
        new NextStep.StartPhase(PHASE, "look"),
        new NextStep.CallModel(
            PHASE, 1, 1, MODEL, Optional.empty(), Transcript.startingWith("look"), false, LATER),
        new NextStep.CallTools(PHASE, 1, List.of(CALL)),
        new NextStep.ReconcileCalls(PHASE, 1, List.of(CALL)),
        new NextStep.DeferCalls(PHASE, 1, List.of(CALL)),
        new NextStep.EndWaits(PHASE, 1, List.of(CALL)),
        new NextStep.RejectRepeatedCalls(PHASE, 1, 0, List.of(CALL)),
        new NextStep.SuspectLoop(PHASE, 1, 3, 0, LoopResponse.HINTED),
        new NextStep.CompletePhase(PHASE, "seen"),
        new NextStep.SkipPhase(PHASE, TROUBLE),
        new NextStep.FailPhase(PHASE, TROUBLE));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CLAIM_LOST", "RECORD_LOST"})
  void anAnswerThatRacesWithAStopIsAnAnswer(StopCause cause) {
    assertThat(after(FINISH, cause)).isEqualTo(new LifecycleEvent.Completed("answer"));
    assertThat(unstopped(FINISH)).isEqualTo(new LifecycleEvent.Completed("answer"));
  }

  @ParameterizedTest
  @MethodSource("open")
  void anOpenRunIsCancelledPausedOrLeftForRecovery(NextStep next) {
    assertThat(after(next, StopCause.CANCEL)).isEqualTo(CANCELLED);
    assertThat(after(next, StopCause.PAUSE)).isEqualTo(PAUSED_BY_BOB);
    assertThat(after(next, StopCause.OPERATOR)).isEqualTo(PAUSED);
    assertThat(after(next, StopCause.DRAIN)).isEqualTo(HANDED_OVER);
  }

  @Test
  void aCancelWinsOverAFailureAndOverAWait() {
    assertThat(after(FAIL, StopCause.CANCEL)).isEqualTo(CANCELLED);
    assertThat(after(GIVE_UP, StopCause.CANCEL)).isEqualTo(CANCELLED);
    for (NextStep next : ALL_WAITS) {
      assertThat(after(next, StopCause.CANCEL)).isEqualTo(CANCELLED);
    }
  }

  @Test
  void aFailureOrAWaitThatWasReachedIsNotLostToAStop() {
    for (StopCause cause : EnumSet.of(StopCause.OPERATOR, StopCause.DRAIN)) {
      assertThat(after(FAIL, cause)).isEqualTo(unstopped(FAIL));
      assertThat(after(GIVE_UP, cause)).isEqualTo(unstopped(GIVE_UP));
    }
    assertThat(after(AWAIT, StopCause.DRAIN)).isEqualTo(unstopped(AWAIT));
    assertThat(after(AWAIT_TIME, StopCause.DRAIN)).isEqualTo(unstopped(AWAIT_TIME));
    assertThat(after(AWAIT_RETRY, StopCause.DRAIN)).isEqualTo(unstopped(AWAIT_RETRY));
    assertThat(after(AWAIT_PERSON, StopCause.DRAIN)).isEqualTo(unstopped(AWAIT_PERSON));
    assertThat(after(AWAIT_RESUME, StopCause.DRAIN)).isEqualTo(unstopped(AWAIT_RESUME));
  }

  @Test
  void aStopWinsOverAWaitThatDoesNotEndInTheRecord() {
    for (NextStep next : ENDED_ELSEWHERE) {
      assertThat(after(next, StopCause.MISFIT)).isEqualTo(MISFIT.waiting(NOW));
      assertThat(after(next, StopCause.DRAIN)).isEqualTo(HANDED_OVER);
      assertThat(after(next, StopCause.OPERATOR)).isEqualTo(PAUSED);
      assertThat(unstopped(next)).isInstanceOf(LifecycleEvent.Waiting.class);
    }
  }

  /** Nothing but a person goes on with a run whose job an operator has stopped. */
  @Test
  void anOperatorsStopWinsOverAWait() {
    for (NextStep next : ALL_WAITS) {
      assertThat(after(next, StopCause.OPERATOR)).isEqualTo(PAUSED);
    }
  }

  @Test
  void aPauseWinsOverAWaitAndNotOverAFailure() {
    for (NextStep next : ALL_WAITS) {
      assertThat(after(next, StopCause.PAUSE)).isEqualTo(PAUSED_BY_BOB);
    }
    assertThat(after(FAIL, StopCause.PAUSE)).isEqualTo(unstopped(FAIL));
    assertThat(after(GIVE_UP, StopCause.PAUSE)).isEqualTo(unstopped(GIVE_UP));
  }

  @Test
  void aPauseThatWasWithdrawnLeavesTheRunDueAtNoCost() {
    NextStep next = new NextStep.StartPhase(PHASE, "look");

    assertThat(lettingGo(Optional.empty()).event(next, Optional.of(StopCause.PAUSE)))
        .isEqualTo(HANDED_OVER);
  }

  @ParameterizedTest
  @MethodSource("open")
  void aRunWhosePinsThisServerLacksWaitsForMigration(NextStep next) {
    assertThat(after(next, StopCause.MISFIT)).isEqualTo(MISFIT.waiting(NOW));
  }

  @Test
  void aReachedEndOrWaitIsIndependentOfTheServersTools() {
    for (NextStep next :
        List.of(FINISH, FAIL, GIVE_UP, AWAIT, AWAIT_TIME, AWAIT_RETRY, AWAIT_PERSON)) {
      assertThat(after(next, StopCause.MISFIT)).isEqualTo(unstopped(next));
    }
  }

  @Test
  void aFailureIsRecordedWithItsReason() {
    assertThat(unstopped(FAIL)).isEqualTo(new LifecycleEvent.Failed(TROUBLE));
    assertThat(unstopped(GIVE_UP)).isEqualTo(new LifecycleEvent.DeadLettered(TROUBLE));
  }

  @ParameterizedTest
  @CsvSource({
    "MODEL, the model is called again, model-retry",
    "CALL, c1 is retried, call-retry",
    "INQUIRY, 'the tool is asked again what became of c1,', inquiry-retry"
  })
  void aWaitForARetrySaysWhatIsRetried(Attempt attempt, String what, String code) {
    assertThat(unstopped(new NextStep.AwaitRetry(PHASE, attempt, List.of(CALL), LATER)))
        .isInstanceOfSatisfying(
            LifecycleEvent.Waiting.class,
            wait -> {
              assertThat(wait.reason())
                  .isEqualTo("phase 'survey': %s at %s".formatted(what, LATER));
              assertThat(wait.until()).contains(LATER);
              assertThat(wait.explanation())
                  .satisfies(
                      it -> {
                        assertThat(it.code()).isEqualTo(code);
                        assertThat(it.parameters())
                            .containsEntry("phase", "survey")
                            .containsEntry("until", LATER.toString());
                      });
            });
  }

  @Test
  void aWaitNamesWhatItWaitsFor() {
    assertThat(unstopped(AWAIT))
        .isEqualTo(
            waits(
                "reconciliation",
                "phase 'survey': the outcome of c1 is unknown; a person must say what became of it",
                Optional.empty(),
                Code.OUTCOME_UNKNOWN.with("calls", "c1")));
    assertThat(unstopped(AWAIT_RETRY))
        .isEqualTo(
            waits(
                "retry",
                "phase 'survey': the model is called again at " + LATER,
                Optional.of(LATER),
                Code.MODEL_RETRY.with("until", LATER)));
    assertThat(unstopped(AWAIT_WORD))
        .isEqualTo(
            waits(
                "loop",
                "phase 'survey': nothing new has come since iteration 2, 7 times in a row; a person"
                    + " must steer, resume or cancel the run",
                Optional.empty(),
                Code.LOOP.with("iteration", 2).with("times", 7)));
    assertThat(unstopped(AWAIT_TIME))
        .isEqualTo(
            waits(
                "timer",
                "phase 'survey': it continues at 2026-01-01T01:00:00Z",
                Optional.of(LATER),
                Code.TIME.with("until", LATER)));
    assertThat(unstopped(AWAIT_PERSON))
        .isEqualTo(
            waits(
                "approval",
                "phase 'survey': a person must approve or deny c1",
                Optional.empty(),
                Code.CALLS_NEED_APPROVAL.with("calls", "c1")));
    assertThat(unstopped(AWAIT_CHILDREN))
        .isEqualTo(
            waits(
                "child-run",
                "phase 'survey': child runs answer c1",
                Optional.empty(),
                Code.CHILD_RUNS_WORK.with("calls", "c1")));
  }

  @Test
  void anApprovalThatDidNotComePausesTheRun() {
    assertThat(unstopped(AWAIT_RESUME))
        .isEqualTo(
            new ControlEvent.Paused(
                "approval timeout",
                Optional.of(
                    "phase 'survey': no decision about c1 came in time; once resumed, the run asks"
                        + " again"),
                NOW,
                Optional.of("approval"),
                Optional.of(Code.APPROVAL_EXPIRED.with("calls", "c1").with("phase", "survey"))));
  }

  @Test
  void anApprovalThatCameInTimeIsTakenFirst() {
    var evidence =
        new ReleaseDecision.Evidence() {
          @Override
          public Run.CancelRequest cancel() {
            throw new AssertionError("no cause");
          }

          @Override
          public DefinitionMismatch mismatch() {
            throw new AssertionError("no cause");
          }

          @Override
          public boolean hasDecisions() {
            return true;
          }

          @Override
          public Optional<Run.PauseRequest> pause() {
            throw new AssertionError("no cause");
          }
        };

    assertThat(new ReleaseDecision("server#1", NOW, evidence).event(AWAIT_RESUME, Optional.empty()))
        .isEqualTo(
            waits(
                "approval",
                "phase 'survey': decisions that came while the run was at work are taken first",
                Optional.of(NOW.plusSeconds(5)),
                Code.DECISIONS_ARE_TAKEN.with("until", NOW.plusSeconds(5))));
  }

  @Test
  void aWaitForAnApprovalSaysWhatHappensWithoutOne() {
    var person =
        new NextStep.AwaitPerson(PHASE, List.of(CALL), QuestionKind.APPROVAL, Optional.of(LATER));

    assertThat(((LifecycleEvent.Waiting) unstopped(person)).reason())
        .isEqualTo(
            "phase 'survey': a person must approve or deny c1; at %s other calls continue, or the run pauses if an approval has expired"
                .formatted(LATER));
  }

  @Test
  void aWaitForAPersonAndATimeNamesBoth() {
    var both = new NextStep.AwaitReconciliation(PHASE, List.of(CALL), Optional.of(LATER));

    assertThat(unstopped(both))
        .isEqualTo(
            waits(
                "reconciliation",
                "phase 'survey': the outcome of c1 is unknown; a person must say what became of it;"
                    + " other calls continue at 2026-01-01T01:00:00Z",
                Optional.of(LATER),
                Code.OUTCOME_UNKNOWN.with("calls", "c1").with("until", LATER)));
  }

  private static RunEvent waits(
      String what, String reason, Optional<Instant> until, Explanation explanation) {
    return new LifecycleEvent.Waiting(
        what, reason, until, explanation.with("phase", "survey"), NOW);
  }

  @Test
  void aTimeInASentenceHasNoPartsOfASecond() {
    Instant exact = LATER.plusNanos(123_456_789);

    assertThat(unstopped(new NextStep.AwaitTime(PHASE, exact)))
        .isEqualTo(
            waits(
                "timer",
                "phase 'survey': it continues at 2026-01-01T01:00:00Z",
                Optional.of(exact),
                Code.TIME.with("until", exact)));
  }

  @Test
  void whatBecameDueWhileTheJobEndedIsDueAgainAtNoCost() {
    assertThat(unstopped(new NextStep.EndWaits(PHASE, 1, List.of(CALL)))).isEqualTo(HANDED_OVER);
  }

  @Test
  void aRunThatIsLostOrHasEndedIsNotReleased() {
    assertThatThrownBy(() -> after(FINISH, StopCause.CLAIM_LOST))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> unstopped(new NextStep.Ended(new Outcome.Completed("answer"))))
        .isInstanceOf(IllegalStateException.class);
  }

  private RunEvent after(NextStep next, StopCause cause) {
    return lettingGo.event(next, Optional.of(cause));
  }

  private RunEvent unstopped(NextStep next) {
    return lettingGo.event(next, Optional.empty());
  }
}
