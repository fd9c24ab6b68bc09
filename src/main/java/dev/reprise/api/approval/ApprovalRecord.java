package dev.reprise.api.approval;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.QuestionKind;
import dev.reprise.history.HumanStep;
import dev.reprise.history.RecordedCall;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.Approval;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Whether and why a call of a tool or of a model was allowed.
 *
 * @param tool {@code model-call} for a call of the model; absent if another run requested the call
 *     and it was not made
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

  /** Returns what a part of a journal has about calls that needed an approval, in order. */
  public static List<ApprovalRecord> in(List<RecordedEvent> part) {
    SortedMap<Long, ApprovalRecord> inOrder = new TreeMap<>();
    for (RecordedCall call : RecordedCall.in(part.stream())) {
      of(call).ifPresent(it -> inOrder.put(call.events().getFirst().sequence(), it));
    }
    for (RecordedEvent recorded : part) {
      if (recorded.event() instanceof ModelEvent.Replied reply) {
        of(reply).ifPresent(it -> inOrder.put(recorded.sequence(), it));
      }
    }
    return List.copyOf(inOrder.values());
  }

  private static Optional<ApprovalRecord> of(RecordedCall call) {
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
            new Step(call.location().phase(), call.location().iteration()),
            call.location().callId(),
            call.tool(),
            estimate,
            isMade && (!isAsked || allowedBy.isPresent()),
            isApproved(call),
            allowedBy,
            call.events().stream().flatMap(event -> HumanStep.of(event).stream()).toList()));
  }

  /** Returns what the journal has about a model call of which people were not asked. */
  private static Optional<ApprovalRecord> of(ModelEvent.Replied reply) {
    return reply
        .cost()
        .flatMap(Cost::estimate)
        .filter(estimate -> estimate.verdict() != CallEstimate.Verdict.ASKED)
        .map(
            estimate ->
                new ApprovalRecord(
                    new Step(reply.phase(), reply.iteration()),
                    ToolCallEvent.MODEL_CALL,
                    Optional.of(ToolCallEvent.MODEL_CALL),
                    Optional.of(estimate),
                    true,
                    false,
                    Optional.empty(),
                    List.of()));
  }

  private static Stream<ToolCallEvent.Asked> questions(RecordedCall call) {
    return call.all(ToolCallEvent.Asked.class)
        .filter(asked -> asked.asking() == QuestionKind.APPROVAL);
  }

  private static Optional<CallEstimate> estimate(RecordedCall call) {
    return Stream.concat(
            call.all(ToolCallEvent.Started.class).flatMap(it -> it.estimate().stream()),
            questions(call).flatMap(it -> it.terms().estimate().stream()))
        .reduce((earlier, later) -> later);
  }

  /**
   * A new question voids earlier approvals, except that of the person who has changed the call; it
   * voids a denial too, which a model call is asked about again after.
   */
  private static boolean isApproved(RecordedCall call) {
    Optional<Approval> approval = Optional.empty();
    boolean isEdited = false;
    for (RecordedEvent recorded : call.events()) {
      var event = (ToolCallEvent) recorded.event();
      boolean isVoid =
          (event instanceof ToolCallEvent.Asked && !isEdited)
              || (event instanceof HumanInputEvent.Decided decided && !decided.approved());
      approval = Approval.after(isVoid ? Optional.empty() : approval, event);
      isEdited = event instanceof HumanInputEvent.Edited;
    }
    return approval.filter(Approval::isGiven).isPresent();
  }
}
