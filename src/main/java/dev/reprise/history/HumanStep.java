package dev.reprise.history;

import dev.reprise.agent.QuestionKind;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * What people were asked about a tool call, or what one of them said. Tested by {@code
 * RunHistoryTest}.
 *
 * @param sequence of the event
 * @param at when it was recorded
 * @param by who said it; absent if people were asked or reminded
 * @param text the question, the reason, the answer, or how the person knows; absent if there is
 *     none
 * @param to the colleague to whom the call was passed on; absent for other kinds
 * @param upTo what later calls of the tool may cost together, in US dollars; absent for other kinds
 */
public record HumanStep(
    long sequence,
    Instant at,
    Kind kind,
    Optional<String> by,
    Optional<String> text,
    Optional<String> to,
    Optional<BigDecimal> upTo) {

  /** What happened. */
  public enum Kind {
    /** People were asked to approve the call. */
    ASKED_TO_APPROVE,
    /** People were asked to answer a question. */
    ASKED_TO_ANSWER,
    /** People were told once more. */
    REMINDED,
    /** Everyone who may decide was told, and the call is no longer one person's. */
    ESCALATED,
    /** A person approved the call. */
    APPROVED,
    /** A person approved the call and later calls of its tool, up to an amount. */
    APPROVED_WITH_LATER,
    /** A person approved the call with other arguments. */
    EDITED,
    /** A person denied the call. */
    DENIED,
    /** A person passed the call on to a colleague. */
    DELEGATED,
    /** A person answered the question. */
    ANSWERED,
    /** A person said what became of a call whose outcome was unknown. */
    RESOLVED
  }

  /** Returns the step of an event; empty if the event is none. */
  public static Optional<HumanStep> of(RecordedEvent recorded) {
    return switch (recorded.event()) {
      case ToolCallEvent.Asked it ->
          Optional.of(
              step(
                  recorded,
                  it.asking() == QuestionKind.APPROVAL
                      ? Kind.ASKED_TO_APPROVE
                      : Kind.ASKED_TO_ANSWER,
                  Optional.of(it.question())));
      case ReminderEvent it ->
          Optional.of(
              step(
                  recorded,
                  switch (it.kind()) {
                    case REMINDER -> Kind.REMINDED;
                    case ESCALATION -> Kind.ESCALATED;
                  },
                  Optional.empty()));
      case HumanInputEvent.Decided it ->
          Optional.of(said(recorded, it, it.approved() ? Kind.APPROVED : Kind.DENIED, it.reason()));
      case HumanInputEvent.Allowed it ->
          Optional.of(
              said(recorded, it, Kind.APPROVED_WITH_LATER, it.reason())
                  .with(Optional.empty(), Optional.of(it.upTo())));
      case HumanInputEvent.Edited it -> Optional.of(said(recorded, it, Kind.EDITED, it.reason()));
      case HumanInputEvent.Assigned it ->
          Optional.of(
              said(recorded, it, Kind.DELEGATED, it.reason())
                  .with(Optional.of(it.to()), Optional.empty()));
      case HumanInputEvent.Answered it ->
          Optional.of(said(recorded, it, Kind.ANSWERED, Optional.of(it.answer())));
      case HumanInputEvent.Resolved it ->
          Optional.of(said(recorded, it, Kind.RESOLVED, Optional.of(it.evidence())));
      default -> Optional.empty();
    };
  }

  private static HumanStep step(RecordedEvent recorded, Kind kind, Optional<String> text) {
    return new HumanStep(
        recorded.sequence(),
        recorded.at(),
        kind,
        Optional.empty(),
        text,
        Optional.empty(),
        Optional.empty());
  }

  private static HumanStep said(
      RecordedEvent recorded, HumanInputEvent input, Kind kind, Optional<String> text) {
    return new HumanStep(
        recorded.sequence(),
        recorded.at(),
        kind,
        Optional.of(input.by()),
        text,
        Optional.empty(),
        Optional.empty());
  }

  private HumanStep with(Optional<String> colleague, Optional<BigDecimal> amount) {
    return new HumanStep(sequence, at, kind, by, text, colleague, amount);
  }

  /** Returns the step with a text of bounded length. */
  HumanStep shortened() {
    return new HumanStep(sequence, at, kind, by, text.map(Excerpt::of), to, upTo);
  }
}
