package dev.reprise.execution.budget;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ModelEvent;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;

/**
 * Records the model calls that lost servers may have made. Where the next step of a run is a call
 * of a model, the server that was lost was most likely waiting for the reply, and the provider
 * charges for it. The run makes the call again, and pays for both.
 *
 * <p>The record cannot tell whether the call was made, because a call needs no intent: that would
 * cost each call a commit. So what the record counts is never less than what the provider does, but
 * for replies whose commit was under way when the server was lost.
 */
@ApplicationScoped
public class LostModelCalls {

  private static final System.Logger LOG = System.getLogger(LostModelCalls.class.getName());

  private final Decider decider;
  private final ModelCallEstimates estimates;
  private final Clock clock;

  @Inject
  public LostModelCalls(Decider decider, ModelCallEstimates estimates, Clock clock) {
    this.decider = decider;
    this.estimates = estimates;
    this.clock = clock;
  }

  /** Records the call of a run whose last holder was lost, if it may have been making one. */
  public void record(ActiveRun run) {
    next(run)
        .map(
            call ->
                call.unanswered(estimates.of(call.conversation(), call.bytes()), Optional.empty()))
        .ifPresent(call -> record(run, call));
  }

  private Optional<ModelCall> next(ActiveRun run) {
    return switch (decider.next(run.state(), clock.instant())) {
      case NextStep.CallModel step -> Optional.of(ModelCall.of(run, step));
      case NextStep.CompactTranscript step -> Optional.of(ModelCall.of(run, step));
      // the call does not wait until the start of the phase is durable
      case NextStep.StartPhase step -> Optional.of(ModelCall.of(run, step));
      default -> Optional.empty();
    };
  }

  private static void record(ActiveRun run, ModelEvent.Unanswered call) {
    LOG.log(
        INFO,
        "run %s, phase %s: the server that was lost may have called %s; the call counts as it was expected, and is made again"
            .formatted(run.id(), call.phase(), call.model()));
    run.append(call);
  }
}
