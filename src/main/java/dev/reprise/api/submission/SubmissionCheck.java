package dev.reprise.api.submission;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.submission.SubmissionGate;
import dev.reprise.submission.SubmissionGate.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

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
   * @throws ProblemException if the tenant has no such workspace, the submitter may not use a tool
   *     of the agent, or an admin has stopped it
   */
  public void check(Submitter submitter, AgentDefinition agent, String workspace) {
    gate.refusal(new SubmissionGate.Work(submitter.tenant(), agent, submitter.role(), workspace))
        .ifPresent(
            refusal -> {
              throw problem(submitter.tenant(), refusal);
            });
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
              throw problem(tenant, refusal);
            });
  }

  private ProblemException problem(String tenant, Refusal refusal) {
    return switch (refusal) {
      case Refusal.SwitchedOff(String words) ->
          new ProblemException(ProblemType.SWITCHED_OFF, words + ".");
      case Refusal.ToolsNotPermitted(var why) -> ToolAccessCheck.notPermitted(why);
      case Refusal.UnknownWorkspace ignored -> validator.unknownWorkspace(tenant);
    };
  }
}
