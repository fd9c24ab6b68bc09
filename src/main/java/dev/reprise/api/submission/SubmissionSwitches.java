package dev.reprise.api.submission;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.operations.killswitch.KillSwitches;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Refuses submissions that an admin has switched off. */
@ApplicationScoped
public class SubmissionSwitches {

  private final KillSwitches switches;

  @Inject
  public SubmissionSwitches(KillSwitches switches) {
    this.switches = switches;
  }

  /**
   * Checks whether runs of an agent may be submitted now.
   *
   * @throws ProblemException if an admin has stopped that; says who and why
   */
  public void check(String tenant, String agent) {
    switches
        .onSubmission(tenant, agent)
        .ifPresent(
            it -> {
              throw new ProblemException(ProblemType.SWITCHED_OFF, it.refusal() + ".");
            });
  }
}
