package dev.reprise.api.control;

import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Role;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.run.Run;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Says who may decide about calls, by the same rules to which a person who decides is held. */
@ApplicationScoped
class Deciders {

  private final FourEyes fourEyes;
  private final ToolAccessCheck access;

  @Inject
  Deciders(FourEyes fourEyes, ToolAccessCheck access) {
    this.fourEyes = fourEyes;
    this.access = access;
  }

  /** Returns who may decide about a call of a run; empty if it does not wait for a person. */
  Optional<MayDecide> of(Run run, ToolCallState call) {
    if (call.progress() instanceof ToolCallProgress.WithPerson asked) {
      return Optional.of(
          new MayDecide(
              role(run, Role.APPROVER),
              call.approval().flatMap(Approval::assignee),
              asked.asking() == QuestionKind.APPROVAL ? barred(run) : Optional.empty()));
    }
    return call.needsDecision()
        ? Optional.of(new MayDecide(role(run, Role.OPERATOR), Optional.empty(), Optional.empty()))
        : Optional.empty();
  }

  /** Returns who may decide about the model call that a run paused for. */
  MayDecide ofModelCall(Run run) {
    return new MayDecide(role(run, Role.APPROVER), Optional.empty(), barred(run));
  }

  private Optional<String> role(Run run, Role least) {
    return access.leastActing(run, least).map(Role::roleName);
  }

  private Optional<String> barred(Run run) {
    return Optional.of(run.submittedBy()).filter(submitter -> !fourEyes.allows(run, submitter));
  }
}
