package dev.reprise.api.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.PinnedTool;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.submission.SubmissionGate;
import dev.reprise.submission.SubmissionGate.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;

/** Refuses what the {@link SubmissionGate} does not let pass, as problems. */
@ApplicationScoped
public class SubmissionCheck {

  private final SubmissionGate gate;
  private final SubmissionValidator validator;

  @Inject
  public SubmissionCheck(SubmissionGate gate, SubmissionValidator validator) {
    this.gate = gate;
    this.validator = validator;
  }

  /**
   * Checks whether a run of an agent may be submitted now.
   *
   * @return the tools that the run pins
   * @throws ProblemException if the tenant has no such workspace, the submitter may not use a tool
   *     of the agent, an admin has stopped it, or a tool of the agent is not there
   */
  public List<PinnedTool> check(Submitter submitter, AgentDefinition agent, String workspace) {
    return check(submitter, agent, workspace, agent.grantedTools());
  }

  /**
   * Checks whether a run that may call only these tools of its agent may be submitted now.
   *
   * @return the tools that the run pins
   * @throws ProblemException as above
   */
  public List<PinnedTool> check(
      Submitter submitter, AgentDefinition agent, String workspace, Set<String> tools) {
    var work =
        new SubmissionGate.Work(submitter.tenant(), agent, submitter.role(), workspace, tools);
    return switch (gate.admission(work)) {
      case SubmissionGate.Admitted(List<PinnedTool> pinned) -> pinned;
      case Refusal refusal -> throw problem(work, refusal);
    };
  }

  /**
   * Checks whether runs of an agent may be submitted, or started again, now.
   *
   * @throws ProblemException if an admin has stopped that; says who and why
   */
  public void checkSwitches(String tenant, String agent) {
    gate.switchedOff(tenant, agent)
        .ifPresent(
            refusal -> {
              throw switchedOff(refusal);
            });
  }

  private static ProblemException switchedOff(Refusal refusal) {
    return new ProblemException(ProblemType.SWITCHED_OFF, refusal.words() + ".");
  }

  private ProblemException problem(SubmissionGate.Work work, Refusal refusal) {
    return switch (refusal) {
      case Refusal.SwitchedOff ignored -> switchedOff(refusal);
      case Refusal.ToolsNotPermitted(var why) -> ToolAccessCheck.notPermitted(why);
      case Refusal.ToolsAbsent(var absent) ->
          SubmissionValidator.notReady(
              work.agent().name(),
              refusal.words(),
              absent.stream().map(it -> new FieldError(it.at(), it.message())).toList());
      case Refusal.UnknownWorkspace ignored -> validator.unknownWorkspace(work.tenant());
    };
  }
}
