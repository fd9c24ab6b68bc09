package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An approval that does not come in time is none: the run pauses, and asks again once resumed. */
class ApprovalExpiryTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant UNTIL = NOW.plus(Duration.ofMinutes(5));
  private static final Instant LATER = UNTIL.plus(Duration.ofHours(3));
  private static final ToolCall DROP = new ToolCall("c1", "drop", new JsonValue("{\"n\":1}"));
  private static final ToolCall OTHER = new ToolCall("c2", "drop", new JsonValue("{\"n\":2}"));
  private static final AgentDefinition AGENT = Agents.agent("clerk").phase("only", "drop").build();
  private static final Decider DECIDER = new Decider(5, LoopLimits.DEFAULT);

  private static final RunState ASKED = after(begun(DROP), asked(DROP, UNTIL));

  @Test
  void waitsForAPersonUntilItExpires() {
    assertThat(next(ASKED, UNTIL.minusMillis(1)))
        .isEqualTo(
            new NextStep.AwaitPerson(
                phase(), List.of(DROP), QuestionKind.APPROVAL, Optional.of(UNTIL)));
    assertThat(next(ASKED, UNTIL)).isEqualTo(new NextStep.AwaitResume(phase(), List.of(DROP)));
  }

  @Test
  void isOnlyGivenBeforeItExpires() {
    assertThat(ASKED.awaits(decided(ASKED, UNTIL.minusMillis(1)))).isTrue();
    assertThat(ASKED.awaits(decided(ASKED, UNTIL))).isFalse();
  }

  @Test
  void pausesTheRunBeforeAnythingElseOfTheReplyIsWaitedFor() {
    RunState both =
        after(begun(DROP, OTHER), asked(DROP, UNTIL), asked(OTHER, UNTIL.plusSeconds(9)));

    assertThat(next(both, UNTIL)).isEqualTo(new NextStep.AwaitResume(phase(), List.of(DROP)));
  }

  @Test
  void isSoughtAgainOnceTheRunIsResumed() {
    RunState resumed = after(ASKED, paused(UNTIL), resumed(LATER));
    HumanInputEvent late = decided(ASKED, UNTIL.minusMillis(1));

    assertThat(call(resumed).isAsked()).isTrue();
    assertThat(resumed.awaits(late)).isFalse();
    RunState again = after(resumed, asked(DROP, LATER.plusSeconds(300)));
    assertThat(again.awaits(late)).as("a decision about the expired request").isFalse();
    assertThat(again.awaits(decided(again, LATER))).isTrue();
  }

  @Test
  void isStillSoughtIfTheRunIsResumedBeforeItExpires() {
    RunState resumed = after(ASKED, paused(NOW), resumed(UNTIL.minusSeconds(1)));

    assertThat(resumed.awaits(decided(ASKED, UNTIL.minusMillis(1)))).isTrue();
  }

  @Test
  void isSoughtAgainByARetriedRun() {
    RunState retried = after(ASKED, new ControlEvent.Retried("ana", LATER));

    assertThat(call(retried).isAsked()).isTrue();
  }

  @Test
  void neverExpiresIfItWasSoughtWithoutATime() {
    RunState old =
        after(
            begun(DROP),
            new ToolCallEvent.Asked(
                "only",
                1,
                "c1",
                QuestionKind.APPROVAL,
                "May it?",
                Optional.empty(),
                Optional.empty(),
                ApprovalTerms.NONE));

    assertThat(next(old, LATER)).isInstanceOf(NextStep.AwaitPerson.class);
    assertThat(call(after(old, paused(NOW), resumed(LATER))).isWithPerson()).isTrue();
  }

  private static NextStep next(RunState state, Instant now) {
    return DECIDER.next(state, now);
  }

  private static RunState begun(ToolCall... calls) {
    return after(
        RunState.of(AGENT),
        Submissions.pinning(List.of(), "clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
        new LifecycleEvent.Admitted("server", NOW),
        new PhaseEvent.Started("only", "go", NOW),
        Replies.of("only", 1, "", List.of(calls), Usage.NONE));
  }

  private static RunEvent asked(ToolCall call, Instant until) {
    return new ToolCallEvent.Asked(
        "only",
        1,
        call.id(),
        QuestionKind.APPROVAL,
        "May it?",
        Optional.of(until),
        Optional.empty(),
        ApprovalTerms.NONE);
  }

  private static HumanInputEvent decided(RunState seen, Instant at) {
    return new HumanInputEvent.Decided(
        "only", 1, "c1", true, "ana", at, Optional.empty(), Optional.of(call(seen).digest()));
  }

  private static RunEvent paused(Instant at) {
    return new ControlEvent.Paused("approval timeout", Optional.empty(), at);
  }

  private static RunEvent resumed(Instant at) {
    return new ControlEvent.Resumed("ana", Optional.empty(), at);
  }

  private static ToolCallState call(RunState state) {
    return state.call("c1").orElseThrow();
  }

  private static RunState after(RunState state, RunEvent... events) {
    RunState next = state;
    for (RunEvent event : events) {
      next = next.apply(event);
    }
    return next;
  }

  private static Phase phase() {
    return AGENT.phases().getFirst();
  }
}
