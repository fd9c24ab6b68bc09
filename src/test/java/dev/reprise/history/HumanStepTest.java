package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.history.HumanStep.Kind;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the record tells of people: what they were asked, and what they said. */
class HumanStepTest {

  private static final CallLocation CALL = new CallLocation("one", 1, "c");
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final BigDecimal TEN = new BigDecimal(10);

  private record Case(RunEvent event, HumanStep step) {}

  @ParameterizedTest
  @MethodSource("steps")
  void hasWhatTheEventSays(Case it) {
    assertThat(step(it.event())).contains(it.step());
  }

  static Stream<Case> steps() {
    return Stream.of(
        new Case(asked(QuestionKind.APPROVAL), asks(Kind.ASKED_TO_APPROVE, "May it?")),
        new Case(asked(QuestionKind.ANSWER), asks(Kind.ASKED_TO_ANSWER, "May it?")),
        new Case(
            new ReminderEvent(CALL, ReminderEvent.Kind.REMINDER, AT),
            step(Kind.REMINDED, Optional.empty(), Optional.empty())),
        new Case(
            new ReminderEvent(CALL, ReminderEvent.Kind.ESCALATION, AT),
            step(Kind.ESCALATED, Optional.empty(), Optional.empty())),
        new Case(decided(true), says(Kind.APPROVED, "why")),
        new Case(decided(false), says(Kind.DENIED, "why")),
        new Case(
            new HumanInputEvent.Allowed(
                "one", 1, "c", TEN, "ana", AT, Optional.of("why"), Optional.empty()),
            new HumanStep(
                7,
                AT,
                Kind.APPROVED_WITH_LATER,
                Optional.of("ana"),
                Optional.of("why"),
                Optional.empty(),
                Optional.of(TEN))),
        new Case(
            new HumanInputEvent.Edited(
                "one",
                1,
                "c",
                new HumanInputEvent.Edited.Change(JsonValue.EMPTY_OBJECT, "digest"),
                "ana",
                AT,
                Optional.of("why"),
                Optional.empty()),
            says(Kind.EDITED, "why")),
        new Case(
            new HumanInputEvent.Assigned(
                "one", 1, "c", "bo", "ana", AT, Optional.of("why"), Optional.empty()),
            new HumanStep(
                7,
                AT,
                Kind.DELEGATED,
                Optional.of("ana"),
                Optional.of("why"),
                Optional.of("bo"),
                Optional.empty())),
        new Case(
            new HumanInputEvent.Answered("one", 1, "c", "42", "ana", AT, Optional.empty()),
            says(Kind.ANSWERED, "42")),
        new Case(resolved("seen"), says(Kind.RESOLVED, "seen")));
  }

  @Test
  void isNoneIfNoPersonHasAPart() {
    assertThat(
            step(new ToolCallEvent.Completed("one", 1, "c", "fine", List.of(), Optional.empty())))
        .isEmpty();
  }

  @Test
  void ofAnEarlierCallHasNoLongText() {
    HumanStep step = step(resolved("x".repeat(1_000))).orElseThrow();

    assertThat(step.text().orElseThrow()).hasSize(1_000);
    assertThat(step.shortened().text().orElseThrow()).hasSize(201).endsWith("…");
  }

  private static Optional<HumanStep> step(RunEvent event) {
    return HumanStep.of(
        new RecordedEvent("default", new Position(7, ""), 1, "test", AT, "{}", event));
  }

  private static HumanStep asks(Kind kind, String question) {
    return step(kind, Optional.empty(), Optional.of(question));
  }

  private static HumanStep says(Kind kind, String text) {
    return step(kind, Optional.of("ana"), Optional.of(text));
  }

  private static HumanStep step(Kind kind, Optional<String> by, Optional<String> text) {
    return new HumanStep(7, AT, kind, by, text, Optional.empty(), Optional.empty());
  }

  private static RunEvent asked(QuestionKind asking) {
    return new ToolCallEvent.Asked(
        "one", 1, "c", asking, "May it?", Optional.empty(), Optional.empty(), ApprovalTerms.NONE);
  }

  private static RunEvent decided(boolean approved) {
    return new HumanInputEvent.Decided(
        "one", 1, "c", approved, "ana", AT, Optional.of("why"), Optional.empty());
  }

  private static RunEvent resolved(String evidence) {
    return new HumanInputEvent.Resolved(
        "one", 1, "c", OperatorVerdict.FAILED, "", "ana", evidence, Optional.empty());
  }
}
