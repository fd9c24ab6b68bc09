package dev.reprise.api.control;

import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Role;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.queue.row.Run;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Says who may decide about calls, by the same rules to which a person who decides is held. */
@ApplicationScoped
class Approvers {

  private final FourEyes fourEyes;
  private final ToolAccessCheck access;

  @Inject
  Approvers(FourEyes fourEyes, ToolAccessCheck access) {
    this.fourEyes = fourEyes;
    this.access = access;
  }

  /** Returns who may decide about a call of a run; empty if it does not wait for a person. */
  Optional<MayDecide> of(Run run, RunState state, ToolCallState call) {
    if (call.progress() instanceof ToolCallProgress.WithPerson asked) {
      Optional<String> assignee = call.approval().flatMap(Approval::assignee);
      return Optional.of(
          asked.asking() == QuestionKind.APPROVAL
              ? ofApproval(run, state, call.approval(), assignee)
              : byRole(run, Role.APPROVER, assignee));
    }
    return call.needsDecision()
        ? Optional.of(byRole(run, Role.OPERATOR, Optional.empty()))
        : Optional.empty();
  }

  /** Returns who may decide about the model call that a run paused for. */
  MayDecide ofModelCall(Run run, RunState state, Approval asked) {
    return ofApproval(run, state, Optional.of(asked), asked.assignee());
  }

  private MayDecide ofApproval(
      Run run, RunState state, Optional<Approval> approval, Optional<String> assignee) {
    boolean bySeveral = approval.filter(it -> it.terms().quorum() > 1).isPresent();
    return new MayDecide(
        role(run, Role.APPROVER),
        assignee,
        fourEyes.barred(run, state),
        bySeveral || fourEyes.isRequired(run.tenant()));
  }

  private MayDecide byRole(Run run, Role least, Optional<String> assignee) {
    return new MayDecide(role(run, least), assignee, List.of(), false);
  }

  private Optional<String> role(Run run, Role least) {
    return access.leastActing(run, least).map(Role::roleName);
  }
}
