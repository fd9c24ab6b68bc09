package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happens to a message that a person posted to a run. */
class SteeringTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Phase SURVEY =
      new Phase("survey", new Template("survey"), List.of("put"), true, Limits.OF_A_PHASE);
  private static final Phase REPORT =
      new Phase(
          "report", new Template("{{phases.survey.output}}"), List.of(), true, Limits.OF_A_PHASE);
  private static final AgentDefinition AGENT =
      Agents.agent("surveyor").phases(SURVEY, REPORT).build();
  private static final ToolCall PUT = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);

  private final Decider decider = new Decider(3);

  @Test
  void theModelReadsItAfterAllEarlierMessages() {
    RunState state =
        replied(PUT)
            .apply(
                new ToolCallEvent.Completed(
                    new CallLocation("survey", 1, "c1"), "done", List.of(), Optional.empty()))
            .apply(posted(1, "go on"))
            .apply(posted(2, "and hurry"));

    assertThat(decider.next(state, NOW))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().messages().subList(3, 5))
                    .containsExactly(said("go on"), said("and hurry")));
    assertThat(state.messages()).isEqualTo(2);
  }

  @Test
  void itIsDataAndNeverATemplate() {
    RunState state =
        started()
            .apply(posted(1, "{{phases.survey.output}}"))
            .apply(reply("{{input.place}}"))
            .apply(new PhaseEvent.Completed("survey", "{{input.place}}"));

    assertThat(decider.next(state, NOW))
        .isEqualTo(new NextStep.StartPhase(REPORT, "{{input.place}}"));
  }

  @Test
  void itIsNoProgress() {
    RunState state = started().apply(new LifecycleEvent.Admitted("server", NOW));

    assertThat(state.apply(posted(1, "go on")).attempts()).isEqualTo(state.attempts()).isPositive();
  }

  @Test
  void aMessageReadTwiceOrBetweenACallAndItsResultBreaksTheRecord() {
    assertThatThrownBy(() -> started().apply(posted(1, "go on")).apply(posted(1, "go on")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("message 1");
    assertThatThrownBy(() -> started().apply(posted(2, "go on")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> replied(PUT).apply(posted(1, "go on")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("calls");
  }

  private static RunEvent posted(long number, String text) {
    return new PhaseEvent.MessagePosted("survey", number, text, "ana", NOW, Optional.empty());
  }

  private static Message said(String text) {
    return new Message.User(List.of(new Block.Text(text)), Optional.of("ana"));
  }

  private static RunState started() {
    return RunState.of(AGENT)
        .apply(new LifecycleEvent.Admitted("server", NOW))
        .apply(new PhaseEvent.Started("survey", "survey", NOW));
  }

  private static RunState replied(ToolCall... calls) {
    return started().apply(Replies.of("survey", 1, "text", List.of(calls), Usage.NONE));
  }

  private static RunEvent reply(String text) {
    return Replies.of("survey", 1, text, List.of(), Usage.NONE);
  }
}
