package dev.reprise.execution.tool;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.approval.StandingApproval;
import dev.reprise.run.approval.StandingApprovals;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolPermission;
import dev.reprise.tool.policy.CallVerdict;
import dev.reprise.tool.policy.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Decides which calls wait for people's approval. The run asks about each call once: the decision
 * holds however often the call is retried, as long as its tool and the policy stay the same. If
 * people do not decide in time, the run pauses, and asks again once it is resumed.
 *
 * <p>In the {@linkplain TestProfile test profile} the server approves each call itself as soon as
 * it has asked, and the record says so. Tested by {@code QuorumTest}.
 */
@ApplicationScoped
public class ApprovalQuestions {

  private final TestProfile profile;
  private final Clock clock;

  @Inject
  public ApprovalQuestions(TestProfile profile, Clock clock) {
    this.profile = profile;
    this.clock = clock;
  }

  /**
   * Returns whether a call may be made now, or the question to people that is recorded instead.
   *
   * @param permission of the call, which is not refused
   */
  Clearance clearance(PlannedCall planned, ToolPermission permission) {
    return switch (permission) {
      case ToolPermission.Permitted(Optional<CallEstimate> estimate) ->
          new Clearance.Cleared(estimate, Optional.empty());
      case ToolPermission.NeedsPerson needed -> clearance(planned, needed);
      case ToolPermission.Refused(Failure why) -> throw new IllegalArgumentException(why.message());
    };
  }

  private Clearance clearance(PlannedCall planned, ToolPermission.NeedsPerson needed) {
    CallVerdict.Demand demand = needed.demand();
    Optional<ToolCallState> unapproved = unapproved(planned, demand);
    if (unapproved.isEmpty()) {
      return new Clearance.Cleared(needed.estimate(), Optional.empty());
    }
    Optional<StandingApproval> standing =
        needed.estimate().flatMap(estimate -> standing(planned, estimate, demand));
    return standing.isPresent()
        ? new Clearance.Cleared(needed.estimate(), standing.map(StandingApproval::given))
        : new Clearance.Withheld(asking(planned, unapproved.get(), needed.estimate(), demand));
  }

  /** A call that may have happened is not refused: a recorded failure might not be true. */
  private static Optional<ToolCallState> unapproved(
      PlannedCall planned, CallVerdict.Demand demand) {
    return planned
        .run()
        .state()
        .call(planned.call().id())
        .filter(it -> !it.mayHaveHappened())
        .filter(it -> it.approval().filter(by -> by.isGivenUnder(demand.digest())).isEmpty());
  }

  private static Optional<StandingApproval> standing(
      PlannedCall planned, CallEstimate estimate, CallVerdict.Demand demand) {
    String tool = planned.tool().name();
    BigDecimal reserved =
        planned.beside().stream()
            .filter(ToolCallEvent.Started.class::isInstance)
            .map(ToolCallEvent.Started.class::cast)
            .filter(it -> it.tool().equals(tool) && it.allowedBy().isPresent())
            .map(StandingApprovals::amount)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return planned
        .run()
        .state()
        .assignment()
        .standingApprovals()
        .of(tool)
        .filter(ignored -> demand.isForCostAlone())
        .filter(it -> it.covers(estimate, demand.digest(), reserved));
  }

  /** Returns the question to people, in the test profile with the answer. */
  private List<RunEvent> asking(
      PlannedCall planned,
      ToolCallState call,
      Optional<CallEstimate> estimate,
      CallVerdict.Demand demand) {
    int quorum = profile.approvesAll() ? 1 : demand.quorum();
    var terms =
        new ApprovalTerms(
            estimate,
            quorum,
            Optional.of(demand.digest()),
            Optional.of(planned.run().id()),
            demand.pausesIfDenied() || planned.run().agent().runPolicy().pausesIfDenied(),
            Optional.of(explanation(planned.tool(), demand)));
    ToolCallEvent.Asked question = question(planned, call, demand, terms);
    return profile.approvesAll()
        ? List.of(question, HumanInputEvent.Decided.withoutPeople(question, clock.instant()))
        : List.of(question);
  }

  private static Explanation explanation(ToolDeclaration tool, CallVerdict.Demand demand) {
    Explanation why = demand.why().explanation().with("category", tool.category());
    return tool.dangerous() ? why.with("dangerous", true) : why;
  }

  private ToolCallEvent.Asked question(
      PlannedCall planned, ToolCallState call, CallVerdict.Demand demand, ApprovalTerms terms) {
    return call.withDigest(
        new ToolCallEvent.Asked(
            planned.location(),
            QuestionKind.APPROVAL,
            question(planned.tool(), demand.why().sentence(), terms.estimate()),
            Optional.of(clock.instant().plus(demand.timeout())),
            terms));
  }

  private static String question(
      ToolDeclaration tool, String why, Optional<CallEstimate> estimate) {
    return "May '%s' be called (%s%s%s)? %s"
        .formatted(
            tool.name(),
            tool.category(),
            tool.dangerous() ? ", dangerous" : "",
            estimate.map(cost -> ", about " + cost).orElse(""),
            why);
  }
}
