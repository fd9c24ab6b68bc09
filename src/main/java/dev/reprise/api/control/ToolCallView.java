package dev.reprise.api.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.api.run.CallStarter;
import dev.reprise.history.CallEntry;
import dev.reprise.platform.Json;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.control.AskHumanDeclaration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A tool call of a run. Its groups are flat in JSON. Tested by {@code CallOfAnotherRunIT}.
 *
 * @param until when a wait ends, when a question to a person expires, or when the call is retried
 *     or its tool is asked about it again
 * @param run the child run that does what the call requests, or did
 * @param begunBy who began a call that is {@code UNKNOWN}; absent for others
 * @param mayDecide who may decide about it or answer it; absent if it does not wait for a person
 * @param switchedOff why the call would be refused now, whatever a person decides; absent if no
 *     kill switch is set for it, or it does not wait for a person
 */
public record ToolCallView(
    @JsonUnwrapped Call call,
    ToolCallStatus status,
    Optional<Instant> until,
    @JsonUnwrapped Question question,
    Optional<UUID> run,
    Optional<CallStarter> begunBy,
    Optional<MayDecide> mayDecide,
    Optional<SwitchedOff> switchedOff) {

  /**
   * What the model requested.
   *
   * @param arguments with which the call is made
   * @param requested the arguments that the model requested; absent unless a person changed them
   * @param iteration of the reply that requested it
   * @param digest names the call in its present state, in a decision about it: the SHA-256 of its
   *     tool, its arguments, how often it was started or a person was asked about it, and the terms
   *     and the run of the question
   */
  public record Call(
      String id,
      String tool,
      JsonNode arguments,
      Optional<JsonNode> requested,
      String phase,
      int iteration,
      String digest) {

    private static Call of(String phase, int iteration, ToolCallState call) {
      return new Call(
          call.call().id(),
          call.call().tool(),
          Json.read(call.call().arguments().text()),
          call.original().map(asked -> Json.read(asked.arguments().text())),
          phase,
          iteration,
          call.digest());
    }
  }

  /**
   * What a person has to decide or answer.
   *
   * @param asking {@code :approve}, {@code :edit} or {@code :deny}, or {@code :answer}
   * @param question the text that the person reads
   * @param options the answers to choose from; empty if any answer is allowed
   * @param diff what {@code edit_file} or {@code write_file} would change in the file as it is now;
   *     absent for other tools, large files, and calls that would fail
   * @param assignedTo who alone can approve or answer it, because it was passed on to this person;
   *     absent if each approver can
   * @param approval what an approval depends on and who has given one; absent for answers
   */
  public record Question(
      Optional<QuestionKind> asking,
      Optional<String> question,
      List<String> options,
      Optional<String> diff,
      Optional<String> assignedTo,
      Optional<ApprovalView> approval) {

    private static final Question NONE =
        new Question(
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    private static Question of(ToolCallState call, Surroundings known) {
      return call.progress() instanceof ToolCallProgress.WithPerson asked
          ? new Question(
              Optional.of(asked.asking()),
              Optional.of(asked.question()),
              asked.asking() == QuestionKind.ANSWER
                  ? AskHumanDeclaration.options(call.call().arguments())
                  : List.of(),
              known.diff(),
              call.approval().flatMap(Approval::assignee),
              asked.asking() == QuestionKind.APPROVAL
                  ? call.approval().map(it -> ApprovalView.ofToolCall(it, known.mayDecide()))
                  : Optional.empty())
          : NONE;
    }
  }

  /**
   * What is needed for an approval, and what has come of it.
   *
   * @param estimate what the call is expected to cost; absent if that is unknown or nothing
   * @param quorum how many different people must approve; one denial denies
   * @param approvedBy who has approved so far
   * @param notBy the parties of the run, who may deny the call, but not approve it; empty if they
   *     may
   * @param ifDenied what a denial does
   * @param ifLate what happens if people do not decide until {@code until}
   * @param explanations the same for programs, and why people are asked
   */
  public record ApprovalView(
      Optional<CallEstimate> estimate,
      int quorum,
      List<String> approvedBy,
      List<String> notBy,
      String ifDenied,
      String ifLate,
      Explanations explanations) {

    /**
     * What clients that write in other languages say of an approval.
     *
     * @param why people are asked
     */
    public record Explanations(
        Optional<Explanation> why, Explanation ifDenied, Explanation ifLate) {}

    private static final Explained TOLD_IF_DENIED =
        new Explained(
            "The call is not made; the model is told the reason and may do something else.",
            Code.MODEL_IS_TOLD.alone());

    private static final Explained PAUSES_IF_DENIED =
        new Explained(
            "The call is not made, and the run pauses; once it is resumed, the model is told the reason.",
            Code.PAUSES_THEN_MODEL_IS_TOLD.alone());

    private static final Explained PAUSES_IF_LATE =
        new Explained(
            "The run pauses, and asks again once it is resumed.",
            Code.PAUSES_THEN_ASKS_AGAIN.alone());

    private static ApprovalView ofToolCall(Approval approval, Optional<MayDecide> mayDecide) {
      return of(
          approval,
          mayDecide.map(MayDecide::notBy).orElse(List.of()),
          approval.terms().pausesIfDenied() ? PAUSES_IF_DENIED : TOLD_IF_DENIED,
          PAUSES_IF_LATE);
    }

    static ApprovalView of(
        Approval approval, List<String> notBy, Explained ifDenied, Explained ifLate) {
      return new ApprovalView(
          approval.terms().estimate(),
          approval.terms().quorum(),
          approval.by(),
          notBy,
          ifDenied.sentence(),
          ifLate.sentence(),
          new Explanations(approval.terms().why(), ifDenied.explanation(), ifLate.explanation()));
    }
  }

  /**
   * What the state of a call does not say.
   *
   * @param begunBy who began it, if its outcome is unknown
   * @param mayDecide who may decide about it
   * @param diff what the call would change in a file
   * @param switchedOff why it would be refused now
   */
  record Surroundings(
      Optional<CallStarter> begunBy,
      Optional<MayDecide> mayDecide,
      Optional<String> diff,
      Optional<SwitchedOff> switchedOff) {}

  /** Returns the view of a call of the newest reply. */
  static ToolCallView of(
      RunStatus run, RunState.OpenPhase phase, ToolCallState call, Surroundings known) {
    return new ToolCallView(
        Call.of(phase.name(), phase.work().iteration(), call),
        ToolCallStatus.of(run, call.progress()),
        call.until().or(call::again),
        Question.of(call, known),
        call.progress() instanceof ToolCallProgress.Delegated delegated
            ? Optional.of(delegated.child())
            : Optional.empty(),
        known.begunBy(),
        known.mayDecide(),
        known.switchedOff());
  }

  /** Returns the view of a call that has an outcome, or that the run has left without one. */
  public static ToolCallView of(CallEntry entry) {
    return new ToolCallView(
        Call.of(entry.phase(), entry.iteration(), entry.state()),
        ToolCallStatus.of(entry),
        Optional.empty(),
        Question.NONE,
        entry.child(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
