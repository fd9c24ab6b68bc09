package dev.reprise.execution.model;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.Cost;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.ReplyStreams;
import dev.reprise.model.TokenListener;
import dev.reprise.model.batch.PrepaidReply;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Calls the model and records its reply, which from then on is never paid for again. Tested by
 * {@code RetriesAtWorkTest}.
 */
@ApplicationScoped
public class ModelSteps {

  private static final System.Logger LOG = System.getLogger(ModelSteps.class.getName());

  private final PrepaidCalls prepaid;
  private final GuardedModels models;
  private final ReplyStreams live;
  private final ModelRequests requests;
  private final ModelGate gate;
  private final ReplyOutcomes outcomes;

  @Inject
  public ModelSteps(
      PrepaidCalls prepaid,
      GuardedModels models,
      ReplyStreams live,
      ModelRequests requests,
      ModelGate gate,
      ReplyOutcomes outcomes) {
    this.prepaid = prepaid;
    this.models = models;
    this.live = live;
    this.requests = requests;
    this.gate = gate;
    this.outcomes = outcomes;
  }

  /**
   * Records the reply that a batch of the provider has given, if there is one. It is paid already,
   * so no limit and no switch holds it up.
   */
  public boolean takePrepaid(ActiveRun run, NextStep.CallModel step) {
    Optional<PrepaidReply> paid = prepaid.of(run, step);
    paid.ifPresent(reply -> run.append(outcomes.replied(run, step, reply)));
    return paid.isPresent();
  }

  /**
   * Returns whether this server has the tools that the model is offered as the run pinned them. If
   * not, the run stops and waits for them: a model must not choose among a part of its tools.
   */
  public boolean hasTools(ActiveRun run, NextStep.CallModel step) {
    Optional<DefinitionMismatch> mismatch = requests.mismatch(run, step);
    mismatch.ifPresent(
        found -> {
          LOG.log(
              WARNING,
              "run %s, phase %s: this server now differs in %s; the model is not called, the run waits for migration"
                  .formatted(run.id(), step.phase().name(), found.differences()));
          run.stop(found);
        });
    return mismatch.isEmpty();
  }

  /**
   * Calls the model and records the outcome. While models are switched off, the model's quota is
   * paused, or its provider's breaker is open, the model is not called, which costs no attempt.
   *
   * @param ifUnanswered to be recorded if the model may have been called and no reply comes; its
   *     usage takes the place of what the provider does not report
   */
  public void carryOut(
      ActiveRun run, NextStep.CallModel step, ModelEvent.Unanswered ifUnanswered, Worker worker)
      throws CallAbandonedException, InterruptedException {
    Optional<Fault> refusal = gate.refusal(run.claim().tenant(), run.agent().name(), step.model());
    if (refusal.isPresent()) {
      run.append(outcomes.notCalled(run, step, refusal.get()));
      return;
    }
    worker.make(
        List.of(
            new SupervisedCall(
                step.deadline(),
                () -> events(run, step, ifUnanswered),
                // an overdue call ends the phase, whose end says so
                new AbandonedModelCall(ifUnanswered, List::of))));
  }

  private List<RunEvent> events(
      ActiveRun run, NextStep.CallModel step, ModelEvent.Unanswered ifUnanswered)
      throws InterruptedException {
    try {
      ModelReply reply = reply(run, step).completedBy(ifUnanswered::usage);
      return outcomes.replied(run, step, reply, ifUnanswered.cost().flatMap(Cost::estimate));
    } catch (ModelException e) {
      RunEvent next = outcomes.unanswered(run, step, e);
      return e.mayBeCharged() ? List.of(ifUnanswered, next) : List.of(next);
    } catch (RuntimeException | Error e) { // an error in a provider is not the server's
      return List.of(ifUnanswered, outcomes.brokeDown(run, step, e));
    }
  }

  /** Streams the reply to the run's followers, unless the agent's bodies are not recorded. */
  private ModelReply reply(ActiveRun run, NextStep.CallModel step)
      throws ModelException, InterruptedException {
    ModelRequest request = requests.of(run.claim().tenant(), run.agent(), step);
    if (!run.agent().recordsContent()) {
      return models.reply(request, TokenListener.NONE, run.fence());
    }
    try (ReplyStreams.Reply stream = live.open(run.id(), request)) {
      return models.reply(request, stream, run.fence());
    }
  }
}
