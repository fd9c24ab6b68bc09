package dev.reprise.execution.model;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.batch.PrepaidReply;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Says what to record of a model call: the reply, or that it is retried, that another model takes
 * over, or that the phase ends without a reply. Tested by {@code IncompleteRepliesTest}.
 */
@ApplicationScoped
public class ReplyOutcomes {

  private static final System.Logger LOG = System.getLogger(ReplyOutcomes.class.getName());

  private final ModelRetries retries;
  private final ModelFallback fallbacks;
  private final Prices prices;
  private final Redaction redaction;
  private final Clock clock;

  @Inject
  public ReplyOutcomes(
      ModelRetries retries,
      ModelFallback fallbacks,
      Prices prices,
      Redaction redaction,
      Clock clock) {
    this.retries = retries;
    this.fallbacks = fallbacks;
    this.prices = prices;
    this.redaction = redaction;
    this.clock = clock;
  }

  /**
   * Returns what to record of a reply.
   *
   * @param estimate what the call was expected to cost
   */
  List<RunEvent> replied(
      ActiveRun run, NextStep.CallModel step, ModelReply reply, Optional<CallEstimate> estimate) {
    return outcome(
        run,
        step,
        reply,
        prices.costOf(step.model().id(), reply.usage()).map(it -> it.with(estimate)));
  }

  /** Returns what to record of a reply that a batch of the provider gave. */
  List<RunEvent> replied(ActiveRun run, NextStep.CallModel step, PrepaidReply paid) {
    Optional<Cost> cost = prices.costOf(step.model().id(), paid.reply().usage());
    return outcome(run, step, paid.reply(), cost.map(it -> it.times(paid.price())));
  }

  private List<RunEvent> outcome(
      ActiveRun run, NextStep.CallModel step, ModelReply reply, Optional<Cost> cost) {
    return reply.saysNothing() && !step.phase().allowsEmptyAnswer()
        ? empty(run, step, reply, cost)
        : List.of(said(step, reply, cost));
  }

  /** A reply that says nothing is paid, and is no answer: the model is called again. */
  private List<RunEvent> empty(
      ActiveRun run, NextStep.CallModel step, ModelReply reply, Optional<Cost> cost) {
    ModelId model = step.model().id();
    var paid =
        new ModelEvent.Unanswered(
            step.phase().name(), step.iteration(), model, reply.usage(), cost);
    var fault =
        new Fault(
            FailureClass.EMPTY_REPLY,
            "model %s replied with neither a text nor a call%s"
                .formatted(model, hasReasoning(reply) ? ", with reasoning alone" : ""));
    return List.of(paid, unanswered(run, step, new ModelException(fault)));
  }

  private static boolean hasReasoning(ModelReply reply) {
    return reply.blocks().stream().anyMatch(Block.Reasoning.class::isInstance);
  }

  private static RunEvent said(NextStep.CallModel step, ModelReply reply, Optional<Cost> cost) {
    return new ModelEvent.Replied(
        step.phase().name(),
        step.iteration(),
        reply.blocks(),
        reply.usage(),
        reply.metadata(),
        step.model().id(),
        cost,
        reply.incomplete());
  }

  /** Returns what to record of a model that was not called, which costs no attempt. */
  RunEvent notCalled(ActiveRun run, NextStep.CallModel step, Fault why) {
    Optional<ModelRetries.Again> again = retries.afterPause(step.attempt(), why, step.deadline());
    return unanswered(run, step, new ModelException(why), again);
  }

  /** Returns what to record of a call that the provider refused or did not answer. */
  RunEvent unanswered(ActiveRun run, NextStep.CallModel step, ModelException met) {
    return isToBeShortened(step, met)
        ? tooLong(run, step, met)
        : unanswered(
            run,
            step,
            met,
            retries.afterFailure(run, step.model(), step.attempt(), met.fault(), step.deadline()));
  }

  private static boolean isToBeShortened(NextStep.CallModel step, ModelException met) {
    return met.fault().kind() == FailureClass.CONTEXT_EXCEEDED
        && !step.shortened()
        && !Compaction.olderHalf(step.transcript()).isEmpty();
  }

  private RunEvent tooLong(ActiveRun run, NextStep.CallModel step, ModelException met) {
    log(run, step, met, "its older half is summarised before the model is called again");
    var failure = new Failure(ModelEvent.Retrying.TOO_LONG, met.failure().message());
    return new ModelEvent.Retrying(
        step.phase().name(), step.iteration(), step.attempt(), failure, clock.instant());
  }

  private RunEvent unanswered(
      ActiveRun run,
      NextStep.CallModel step,
      ModelException met,
      Optional<ModelRetries.Again> again) {
    return again
        .filter(it -> !fallbacks.isBetterThanWaiting(step, met.fault().kind(), it.delay()))
        .map(it -> retrying(run, step, met, it))
        .or(() -> fallbacks.next(run, step, met.fault().kind(), met.failure()))
        .orElseGet(() -> failed(run, failure(step, met.failure(), retries(step, met))));
  }

  /** Returns how many calls were to be retried, if another one might have been answered. */
  private static Optional<Integer> retries(NextStep.CallModel step, ModelException met) {
    boolean mayPass = met.fault().isTransient() || met.fault().kind() == FailureClass.BREAKER_OPEN;
    return Optional.of(step.attempt() - 1).filter(retries -> mayPass && retries > 0);
  }

  private static ModelEvent.Failed failure(
      NextStep.CallModel step, Failure failure, Optional<Integer> retries) {
    return new ModelEvent.Failed(step.phase().name(), step.iteration(), failure, retries);
  }

  private RunEvent retrying(
      ActiveRun run, NextStep.CallModel step, ModelException met, ModelRetries.Again again) {
    log(
        run,
        step,
        met,
        "called %d times so far, it is called again at %s".formatted(again.attempts(), again.at()));
    return new ModelEvent.Retrying(
        step.phase().name(), step.iteration(), again.attempts(), met.failure(), again.at());
  }

  private void log(ActiveRun run, NextStep.CallModel step, ModelException met, String then) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from model %s (%s); %s"
            .formatted(
                run.id(),
                step.phase().name(),
                step.iteration(),
                step.model().id(),
                redaction.text(met.failure().toString()),
                then));
  }

  /** Returns what to record if the code of the provider broke down, which ends the phase. */
  RunEvent brokeDown(ActiveRun run, NextStep.CallModel step, Throwable cause) {
    String message =
        "this server's code for the provider broke down; its log has fault %s"
            .formatted(StackFingerprint.of(cause));
    LOG.log(
        WARNING,
        "run %s, phase %s: the code for model %s broke down, fault %s"
            .formatted(
                run.id(), step.phase().name(), step.model().id(), StackFingerprint.of(cause)),
        redaction.fault(cause));
    return failed(run, failure(step, new Failure("model_error", message), Optional.empty()));
  }

  private RunEvent failed(ActiveRun run, ModelEvent.Failed event) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from the model (%s); the phase ends here"
            .formatted(
                run.id(),
                event.phase(),
                event.iteration(),
                redaction.text(event.failure().message())));
    return event;
  }
}
