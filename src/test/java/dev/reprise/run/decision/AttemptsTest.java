package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run is given up after too many attempts without a step forward. */
class AttemptsTest extends DeciderFixture {

  @Test
  void countsTheClaimsOfARunSinceItsLastStepForward() {
    RunState state = replied(PUT);
    for (int i = 0; i < REPEATS; i++) {
      state = state.apply(new LifecycleEvent.Admitted("server", NOW));
    }

    assertThat(state.attempts()).isEqualTo(REPEATS);
    assertThat(next(state)).isEqualTo(new NextStep.CallTools(SURVEY, 1, List.of(PUT)));
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
    assertThat(decider.next(brokenDown(state, TROUBLE), NOW)).isInstanceOf(NextStep.GiveUp.class);
  }

  @Test
  void progressResetsTheCountOfBreakdowns() {
    RunState state = brokenDown(brokenDown(started(), TROUBLE), TROUBLE);

    RunState forward = state.apply(Replies.of("survey", 1, "look", List.of(), new Usage(1, 1)));

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
  void allLostServersCountAsAttemptsOfARunThatStartsAlone() {
    var kept =
        new LifecycleEvent.Admitted("server", NOW, Optional.empty(), Optional.of(REPEATS + 1));

    assertThat(started().apply(beside(50)).apply(kept).attempts()).isEqualTo(REPEATS + 1);
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
}
