package dev.reprise.api.control;

import dev.reprise.agent.budget.Budget;
import dev.reprise.api.http.ProblemException;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Whether a person may let a run spend more. */
@ApplicationScoped
class SpendingApproval {

  private final HumanInputs records;
  private final FourEyes fourEyes;

  @Inject
  SpendingApproval(HumanInputs records, FourEyes fourEyes) {
    this.records = records;
    this.fourEyes = fourEyes;
  }

  /**
   * Checks a person who resumes a run. Whoever submitted the run is held to four eyes if the run
   * gets other limits, or if a limit holds it up.
   *
   * @param budget the limits that it gets
   * @throws ProblemException if this person may not do so, or the run has no limits of its own
   */
  void check(Run run, Optional<Budget> budget, String by) {
    if (budget.isPresent() && run.parentRun().isPresent()) {
      throw notItsOwn(run);
    }
    if (!fourEyes.allows(run, by) && (budget.isPresent() || isHeldUp(run))) {
      fourEyes.checkApproval(run, by);
    }
  }

  private boolean isHeldUp(Run run) {
    RunState state = records.fold(run).state();
    return run.status() == RunStatus.PAUSED
        && state.consumption().allowance().crossed().isPresent();
  }

  private static ProblemException notItsOwn(Run run) {
    String rule =
        "must be absent: the run works for run %s, which shares its budget with it"
            .formatted(run.parentRun().orElseThrow());
    return ProblemException.invalidValue("budget", rule);
  }
}
