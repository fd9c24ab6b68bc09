package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which step follows in a phase, between phases and at the end. */
class DeciderTest extends DeciderFixture {

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
  void givesTheModelTheResultsInTheOrderOfItsCalls() {
    RunState state = completed(replied(PUT, ADD), ADD);
    state = state.apply(new ToolCallEvent.Failed("survey", 1, "c1", TROUBLE, Optional.empty()));

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
    RunState state = started().apply(Replies.of("survey", 1, "", List.of(), Usage.NONE));

    assertThat(next(state)).isEqualTo(new NextStep.CompletePhase(SURVEY, ""));
    assertThat(next(state.apply(new PhaseEvent.Completed("survey", ""))))
        .isEqualTo(new NextStep.StartPhase(EXTRA, "more on "));
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
  void aResultWithoutACallBreaksTheRecord() {
    assertThatThrownBy(() -> completed(started(), PUT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("c1");
  }
}
