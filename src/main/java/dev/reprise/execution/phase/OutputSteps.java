package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Records that an answer does not fit the contract of its phase. The event contains the message to
 * the model, so that a run that resumes on another server reads the same. Tested by {@code
 * OutputContractIT}.
 */
@ApplicationScoped
public class OutputSteps {

  private static final System.Logger LOG = System.getLogger(OutputSteps.class.getName());

  private final Redaction redaction;

  @Inject
  public OutputSteps(Redaction redaction) {
    this.redaction = redaction;
  }

  void reject(ActiveRun run, NextStep.RejectOutput step) {
    String message =
        "[Your answer does not fit: %s. Answer again, with the whole JSON and nothing else.]"
            .formatted(step.violations());
    run.append(new PhaseEvent.OutputRejected(step.phase().name(), step.iteration(), message));
    LOG.log(
        INFO,
        "run %s, phase %s, iteration %d: the answer does not fit the contract of the phase (%s); the model is asked again"
            .formatted(
                run.id(),
                step.phase().name(),
                step.iteration(),
                redaction.text(step.violations())));
  }
}
