package dev.reprise.api.control;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.queue.row.Run;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * The next model call of a run that paused because the call is expected to cost more than one may
 * without a person.
 *
 * @param needed what it is expected to cost, in US dollars; a decision must name it. Absent if that
 *     is not known, because the model has no price
 * @param limit what one may cost without a person, in US dollars
 * @param until when the question expires
 * @param assignedTo who alone can approve it, because it was passed on to this person; absent if
 *     each approver can
 * @param approval what an approval depends on and who has given one
 * @param mayDecide who may decide about it
 */
public record ModelCallView(
    Optional<BigDecimal> needed,
    BigDecimal limit,
    Optional<Instant> until,
    Optional<String> assignedTo,
    ToolCallView.ApprovalView approval,
    MayDecide mayDecide) {

  private static final Explained STAYS_PAUSED_IF_DENIED =
      new Explained(
          "The call is not made; the run stays paused, and asks again once it is resumed.",
          Code.STAYS_PAUSED.alone());

  private static final Explained STAYS_PAUSED_IF_LATE =
      new Explained(
          "The run stays paused, and asks again once it is resumed.", Code.STAYS_PAUSED.alone());

  /**
   * Returns the model call about which people decide next; empty if the run waits for none, or no
   * decision came in time.
   */
  static Optional<ModelCallView> of(Run run, RunState state, Approvers deciders, Instant now) {
    return state
        .modelCallQuestion()
        .filter(call -> isPaused(run) && !call.isApprovalExpired(now))
        .map(call -> of(run, state, call.approval().orElseThrow(), call.until(), deciders));
  }

  private static ModelCallView of(
      Run run, RunState state, Approval asked, Optional<Instant> until, Approvers deciders) {
    MayDecide mayDecide = deciders.ofModelCall(run, state, asked);
    return new ModelCallView(
        asked.terms().estimate().flatMap(CallEstimate::usd),
        state.consumption().allowance().crossed().orElseThrow().limit(),
        until,
        asked.assignee(),
        ToolCallView.ApprovalView.of(
            asked, mayDecide.notBy(), STAYS_PAUSED_IF_DENIED, STAYS_PAUSED_IF_LATE),
        mayDecide);
  }

  /** Returns whether a limit of spending paused the run. */
  static boolean isPaused(Run run) {
    return run.status() == RunStatus.PAUSED
        && run.waitingFor().equals(Optional.of(WaitReason.BUDGET.code()));
  }
}
