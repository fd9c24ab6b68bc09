package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.CallEstimate;
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
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import dev.reprise.run.approval.Approval;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people are asked about the next model call, and what their words change. */
class ModelCallQuestionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant UNTIL = NOW.plusSeconds(300);
  private static final BigDecimal USD = new BigDecimal("0.62");

  @Test
  void isForACallThatHasNoReplyYet() {
    RunState asked = asked(1);

    ToolCallState call = asked.modelCallQuestion().orElseThrow();
    assertThat(call.isWithPerson()).isTrue();
    assertThat(call.until()).contains(UNTIL);
    assertThat(asked.openPhase().orElseThrow().work().calls()).isEmpty();
    assertThat(asked.attempts()).as("it is no step forward").isEqualTo(begun().attempts());
  }

  @Test
  void allowsTheCallOnceAsManyHaveApprovedAsMust() {
    RunState asked = asked(2);

    RunState once = asked.apply(decided(asked, true, "ana"));
    assertThat(approvedUsd(once)).isEmpty();
    assertThat(once.modelCallQuestion().flatMap(ToolCallState::approval).map(Approval::by))
        .contains(List.of("ana"));
    assertThatThrownBy(() -> once.apply(decided(once, true, "ana")))
        .as("a person counts once")
        .isInstanceOf(IllegalStateException.class);

    RunState twice = once.apply(decided(once, true, "bo"));
    assertThat(approvedUsd(twice)).contains(USD);
    assertThat(twice.modelCallQuestion()).isEmpty();
  }

  @Test
  void endsWithADenial() {
    RunState asked = asked(2);

    RunState denied = asked.apply(decided(asked, false, "ana"));

    assertThat(denied.modelCallQuestion()).isEmpty();
    assertThat(approvedUsd(denied)).isEmpty();
    assertThat(denied.apply(asked.modelCallQuestion().map(it -> question(1)).orElseThrow()))
        .as("asked again")
        .satisfies(again -> assertThat(again.modelCallQuestion()).isPresent());
  }

  @Test
  void isForTheColleagueToWhomItWasPassedOn() {
    RunState asked = asked(1);
    RunState assigned =
        asked.apply(
            new HumanInputEvent.Assigned(
                "look",
                1,
                ToolCallEvent.MODEL_CALL,
                "bo",
                "ana",
                NOW,
                Optional.empty(),
                digest(asked)));

    assertThatThrownBy(() -> assigned.apply(decided(assigned, true, "ana")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(approvedUsd(assigned.apply(decided(assigned, true, "bo")))).contains(USD);
    assertThat(assigned.apply(decided(assigned, false, "ana")).modelCallQuestion()).isEmpty();
  }

  @Test
  void expires() {
    RunState asked = asked(1);
    var late =
        new HumanInputEvent.Decided(
            "look",
            1,
            ToolCallEvent.MODEL_CALL,
            true,
            "ana",
            UNTIL,
            Optional.empty(),
            digest(asked));

    assertThatThrownBy(() -> asked.apply(late)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void isAskedAnewOnceTheRunContinues() {
    RunState asked = asked(1);
    var resumed = new ControlEvent.Resumed("ana", Optional.empty(), NOW);
    var retried = new ControlEvent.Retried("ana", NOW);
    var forked =
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            5,
            "hash",
            List.of(),
            "ana",
            NOW,
            Optional.empty(),
            "v",
            Optional.empty());

    for (RunState continued :
        List.of(asked.apply(resumed), asked.apply(retried), asked.apply(forked))) {
      assertThat(continued.modelCallQuestion()).isEmpty();
      assertThat(approvedUsd(continued)).isEmpty();
    }
  }

  @Test
  void isInTheSnapshotWithWhatPeopleSaid() {
    RunState asked = asked(2);
    RunState once = asked.apply(decided(asked, true, "ana"));
    RunState reminded =
        once.apply(
            new ReminderEvent(
                "look", 1, ToolCallEvent.MODEL_CALL, ReminderEvent.Kind.REMINDER, NOW));

    assertThat(Snapshot.read(Snapshot.of(reminded), reminded.agent())).contains(reminded);
  }

  /** The id of a call is the provider's to choose. */
  @Test
  void isNotMistakenForACallOfAToolThatHasItsId() {
    var call = new ToolCall(ToolCallEvent.MODEL_CALL, "pay", new JsonValue("{}"));
    RunState replied =
        begun().apply(Replies.of("look", 1, "", List.of(call), Usage.NONE)).apply(question(1));

    assertThat(replied.modelCallQuestion()).isEmpty();
    assertThat(replied.call(ToolCallEvent.MODEL_CALL).orElseThrow().isWithPerson()).isTrue();
  }

  private static Optional<BigDecimal> approvedUsd(RunState state) {
    return state.consumption().allowance().approvedCall();
  }

  private static RunState begun() {
    return RunState.of(Agents.agent("surveyor").phase("look").build())
        .apply(Submissions.of("surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("here#1", NOW))
        .apply(new PhaseEvent.Started("look", "go", NOW))
        .apply(new LifecycleEvent.Admitted("other#1", NOW));
  }

  private static RunState asked(int quorum) {
    return begun().apply(question(quorum));
  }

  private static ToolCallEvent.Asked question(int quorum) {
    var terms =
        new ApprovalTerms(
            Optional.of(new CallEstimate(USD, "USD", CallEstimate.Verdict.ASKED)),
            quorum,
            Optional.empty(),
            Optional.of(new UUID(0, 7)),
            false,
            Optional.empty());
    return ReplyProgress.unasked()
        .withDigest(
            new ToolCallEvent.Asked(
                "look",
                1,
                ToolCallEvent.MODEL_CALL,
                QuestionKind.APPROVAL,
                "May it be called?",
                Optional.of(UNTIL),
                Optional.empty(),
                terms));
  }

  private static HumanInputEvent.Decided decided(RunState asked, boolean approved, String by) {
    return new HumanInputEvent.Decided(
        "look", 1, ToolCallEvent.MODEL_CALL, approved, by, NOW, Optional.empty(), digest(asked));
  }

  private static Optional<String> digest(RunState asked) {
    return asked.modelCallQuestion().map(ToolCallState::digest);
  }
}
