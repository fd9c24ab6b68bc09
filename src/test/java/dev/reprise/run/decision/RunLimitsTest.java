package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Explanation;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Limits end a phase or the run, and time in a pause, or for people, does not count towards them.
 */
class RunLimitsTest extends DeciderFixture {

  @Test
  void endsThePhaseAtItsIterationLimit() {
    RunState state = completed(replied(PUT), PUT);
    state = state.apply(Replies.of("survey", 2, "", List.of(ADD), Usage.NONE));
    state =
        state.apply(
            new ToolCallEvent.Completed(
                new CallLocation("survey", 2, "c2"), "done", List.of(), Optional.empty()));

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

  @ParameterizedTest
  @EnumSource(
      value = WaitReason.class,
      names = {"TIMER", "RETRY", "CHILD_RUN"},
      mode = EnumSource.Mode.EXCLUDE)
  void timeInAWaitForPeopleOrTheDaysBudgetCountsTowardsNoDeadline(WaitReason reason) {
    Duration night = Duration.ofHours(9);

    RunState admitted = waited(started(), reason, NOW.plusSeconds(60), night);

    Instant phaseEnds = NOW.plus(LIMITS.deadline()).plus(night);
    assertThat(decider.next(admitted, phaseEnds)).isInstanceOf(NextStep.CallModel.class);
    assertThat(failure(decider.next(admitted, phaseEnds.plusMillis(1))).code())
        .isEqualTo("deadline_exceeded");
    assertThat(admitted.clock().since()).contains(NOW.plus(night));
  }

  @ParameterizedTest
  @EnumSource(
      value = WaitReason.class,
      names = {"TIMER", "RETRY", "CHILD_RUN"})
  void timeInAnyOtherWaitCounts(WaitReason reason) {
    RunState admitted =
        waited(started(), reason, NOW.plusSeconds(60), LIMITS.deadline().plusHours(1));

    assertThat(failure(decider.next(admitted, NOW.plus(LIMITS.deadline().plusHours(1)))).code())
        .isEqualTo("deadline_exceeded");
  }

  /** A person may pause a run that waits for another one. */
  @Test
  void aPauseDuringAWaitCountsOnce() {
    RunState waiting = waiting(started(), WaitReason.APPROVAL, NOW.plusSeconds(60));
    RunState resumed = resumed(paused(waiting, NOW.plusSeconds(70)), NOW.plusSeconds(90));

    RunState admitted = resumed.apply(new LifecycleEvent.Admitted("server", NOW.plusSeconds(95)));

    assertThat(admitted.clock().since()).contains(NOW.plusSeconds(30));
  }

  private static RunState waited(RunState state, WaitReason reason, Instant from, Duration time) {
    return waiting(state, reason, from)
        .apply(new LifecycleEvent.Admitted("server", from.plus(time)));
  }

  private static RunState waiting(RunState state, WaitReason reason, Instant from) {
    return state.apply(
        new LifecycleEvent.Waiting(
            reason.code(), "it waits", Optional.empty(), Explanation.Code.TIME.alone(), from));
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
  void aClockThatWasSetBackTakesNoTimeFromARun() {
    assertThat(resumed(paused(started(), LATER), NOW).clock().since()).contains(NOW);
  }

  /** A person who denies a call leaves its run paused. */
  @Test
  void aPauseThatIsRecordedAgainBeginsOnce() {
    RunState state =
        resumed(paused(paused(started(), LATER), LATER.plusSeconds(60)), LATER.plusSeconds(90));

    assertThat(state.clock().since()).contains(NOW.plusSeconds(90));
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
}
