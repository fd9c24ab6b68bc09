package dev.reprise.execution.model;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.Compaction;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Phase;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.ReplyStreams;
import dev.reprise.model.TokenListener;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Carries out a model call and records the reply, which from then on is never paid for again. */
@ApplicationScoped
public class ModelSteps {

  private static final System.Logger LOG = System.getLogger(ModelSteps.class.getName());

  private GuardedModels models;
  private ReplyStreams live;
  private ToolCatalogue tools;
  private Redaction redaction;
  private ModelRetries retries;
  private ModelFallback fallbacks;
  private Prices prices;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ModelSteps() {}

  @Inject
  public ModelSteps(
      GuardedModels models,
      ReplyStreams live,
      ToolCatalogue tools,
      Redaction redaction,
      ModelRetries retries,
      ModelFallback fallbacks,
      Prices prices,
      Clock clock) {
    this.models = models;
    this.live = live;
    this.tools = tools;
    this.redaction = redaction;
    this.retries = retries;
    this.fallbacks = fallbacks;
    this.prices = prices;
    this.clock = clock;
  }

  /**
   * Calls the model and records what came; records nothing if it does not come in time. While its
   * quota is paused or its provider's breaker open it is not called, which costs no attempt.
   */
  public void carryOut(ActiveRun run, NextStep.CallModel step, Worker worker)
      throws CallAbandonedException, InterruptedException {
    Optional<Fault> pause = retries.pause(run, step.model());
    if (pause.isPresent()) {
      run.append(notAsked(run, step, pause.get()));
      return;
    }
    worker.make(
        List.of(
            new SupervisedCall(
                step.deadline(),
                () -> Optional.of(event(run, step)),
                begun -> Optional.empty()))); // the deadline is the phase's, whose end says so
  }

  private RunEvent notAsked(ActiveRun run, NextStep.CallModel step, Fault why) {
    Optional<ModelRetries.Again> again = retries.afterPause(step.attempt(), why, step.deadline());
    return unanswered(run, step, new ModelException(why), again);
  }

  private RunEvent event(ActiveRun run, NextStep.CallModel step) throws InterruptedException {
    try {
      return replied(step, reply(run, step));
    } catch (ModelException e) {
      return isToBeShortened(step, e)
          ? tooLong(run, step, e)
          : unanswered(
              run,
              step,
              e,
              retries.behind(run, step.model(), step.attempt(), e.fault(), step.deadline()));
    } catch (RuntimeException | Error e) { // an error in a provider is not the server's
      String words = "the provider broke down: %s (fault %s)".formatted(e, StackFingerprint.of(e));
      return failed(run, step, new Failure("model_error", words), e);
    }
  }

  /** Those who follow the run see what comes of it, if it may be seen at all. */
  private ModelReply reply(ActiveRun run, NextStep.CallModel step)
      throws ModelException, InterruptedException {
    ModelRequest request = request(run, step);
    if (!run.agent().recordsBodies()) {
      return models.reply(request, TokenListener.NONE, run.fence());
    }
    try (ReplyStreams.Reply coming = live.open(run.id(), request)) {
      return models.reply(request, coming, run.fence());
    }
  }

  private ModelRequest request(ActiveRun run, NextStep.CallModel step) {
    return new ModelRequest(
        step.model(),
        run.agent().systemPrompt(),
        step.phase().name(),
        step.iteration(),
        step.attempt(),
        ModelRequest.Purpose.ANSWER,
        step.transcript(),
        offered(run.claim().tenant(), step.phase()));
  }

  private List<OfferedTool> offered(String tenant, Phase phase) {
    return tools.declarations(tenant).stream()
        .filter(tool -> phase.tools().contains(tool.name()))
        .map(tool -> new OfferedTool(tool.name(), tool.description(), tool.arguments()))
        .toList();
  }

  private RunEvent replied(NextStep.CallModel step, ModelReply reply) {
    ModelId model = step.model().id();
    return new ModelEvent.Replied(
        step.phase().name(),
        step.iteration(),
        reply.blocks(),
        reply.usage(),
        reply.metadata(),
        Optional.of(model),
        prices.costOf(model, reply.usage()));
  }

  private static boolean isToBeShortened(NextStep.CallModel step, ModelException met) {
    return met.fault().kind() == FailureClass.CONTEXT_EXCEEDED
        && !step.shortened()
        && !Compaction.olderHalf(step.transcript()).isEmpty();
  }

  private RunEvent tooLong(ActiveRun run, NextStep.CallModel step, ModelException met) {
    log(run, step, met, "its older half is summarised before the model is asked again");
    var failure = new Failure(ModelEvent.Retrying.TOO_LONG, met.failure().message());
    return new ModelEvent.Retrying(
        step.phase().name(), step.iteration(), step.attempt(), failure, clock.instant());
  }

  /** Records that there is no reply, and what comes of it: a retry, another model, or the end. */
  private RunEvent unanswered(
      ActiveRun run,
      NextStep.CallModel step,
      ModelException met,
      Optional<ModelRetries.Again> again) {
    return again
        .filter(it -> !fallbacks.isBetterThanWaiting(step, met.fault().kind(), it.delay()))
        .map(it -> retrying(run, step, met, it))
        .or(() -> fallbacks.behind(run, step, met.fault().kind(), met.failure()))
        .orElseGet(() -> failed(run, step, met.failure(), met));
  }

  private RunEvent retrying(
      ActiveRun run, NextStep.CallModel step, ModelException met, ModelRetries.Again again) {
    log(
        run,
        step,
        met,
        "asked %d times so far, it is asked again at %s".formatted(again.attempts(), again.at()));
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

  private RunEvent failed(
      ActiveRun run, NextStep.CallModel step, Failure failure, Throwable cause) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from the model (%s); the phase ends here"
            .formatted(
                run.id(), step.phase().name(), step.iteration(), redaction.text(failure.message())),
        redaction.fault(cause));
    return new ModelEvent.Failed(step.phase().name(), step.iteration(), failure);
  }
}
