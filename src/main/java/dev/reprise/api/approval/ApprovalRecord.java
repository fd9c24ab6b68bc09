package dev.reprise.api.approval;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.QuestionKind;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.history.HumanStep;
import dev.reprise.run.history.RecordedCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether and why a tool call was allowed.
 *
 * @param tool absent if another run requested the call and it was not made
 * @param estimate what it is expected to cost; absent if that is unknown or nothing
 * @param autoApproved whether it was made without a question to people: what it was expected to
 *     cost needs none, or an approval of an earlier call covers it
 * @param userApproved whether as many people approved it as must, and none denied it
 * @param allowedBy the approval of an earlier call that covers it; absent for most
 * @param history what people were asked and said about it, in order
 */
public record ApprovalRecord(
    Step step,
    String call,
    Optional<String> tool,
    Optional<CallEstimate> estimate,
    boolean autoApproved,
    boolean userApproved,
    Optional<HumanInputEvent.Allowed.Reference> allowedBy,
    List<HumanStep> history) {

  /** The reply of the model that requested a call. */
  public record Step(String phase, int iteration) {}

  public ApprovalRecord {
    history = List.copyOf(history);
  }

  /** Returns what the journal has about a call; empty if it needed no approval. */
  static Optional<ApprovalRecord> of(RecordedCall call) {
    Optional<CallEstimate> estimate = estimate(call);
    Optional<HumanInputEvent.Allowed.Reference> allowedBy =
        call.all(ToolCallEvent.Started.class).flatMap(it -> it.allowedBy().stream()).findFirst();
    boolean isAsked = questions(call).findAny().isPresent();
    if (!isAsked && estimate.isEmpty() && allowedBy.isEmpty()) {
      return Optional.empty();
    }
    boolean isMade = call.all(ToolCallEvent.Started.class).findAny().isPresent();
    return Optional.of(
        new ApprovalRecord(
            new Step(call.phase(), call.iteration()),
            call.id(),
            call.tool(),
            estimate,
            isMade && (!isAsked || allowedBy.isPresent()),
            isApproved(call),
            allowedBy,
            call.events().stream().flatMap(event -> HumanStep.of(event).stream()).toList()));
  }

  private static Stream<ToolCallEvent.Asked> questions(RecordedCall call) {
    return call.all(ToolCallEvent.Asked.class)
        .filter(asked -> asked.asking() == QuestionKind.APPROVAL);
  }

  private static Optional<CallEstimate> estimate(RecordedCall call) {
    return Stream.concat(
            call.all(ToolCallEvent.Started.class).flatMap(it -> it.estimate().stream()),
            questions(call).flatMap(it -> it.terms().flatMap(ApprovalTerms::estimate).stream()))
        .reduce((earlier, later) -> later);
  }

  /** A new question voids earlier approvals, except that of the person who has changed the call. */
  private static boolean isApproved(RecordedCall call) {
    Optional<Approval> approval = Optional.empty();
    boolean isEdited = false;
    for (RecordedEvent recorded : call.events()) {
      var event = (ToolCallEvent) recorded.event();
      if (event instanceof HumanInputEvent.Decided decided && !decided.approved()) {
        return false;
      }
      boolean isVoid = event instanceof ToolCallEvent.Asked && !isEdited;
      approval = Approval.after(isVoid ? Optional.empty() : approval, event);
      isEdited = event instanceof HumanInputEvent.Edited;
    }
    return approval.filter(Approval::isGiven).isPresent();
  }
}
