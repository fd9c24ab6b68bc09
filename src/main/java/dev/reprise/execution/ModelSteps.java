package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Phase;
import dev.reprise.journal.RunEvent;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ChatModels;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.StepThreads.ForSteps;
import dev.reprise.run.NextStep;
import dev.reprise.tool.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/** Carries out a model call and records the reply, which from then on is never paid for again. */
@ApplicationScoped
class ModelSteps {

  private static final System.Logger LOG = System.getLogger(ModelSteps.class.getName());

  private ChatModels models;
  private ToolCatalogue tools;
  private ExecutorService executor;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ModelSteps() {}

  @Inject
  ModelSteps(
      ChatModels models, ToolCatalogue tools, @ForSteps ExecutorService executor, Clock clock) {
    this.models = models;
    this.tools = tools;
    this.executor = executor;
    this.clock = clock;
  }

  /** Calls the model and records what came; records nothing if the run is to stop before. */
  void carryOut(RunInHand run, NextStep.CallModel step, StopCheck stop)
      throws InterruptedException {
    Future<ModelReply> call = executor.submit(() -> reply(run.agent(), step));
    try {
      awaited(run, step, call, stop).ifPresent(run::append);
    } finally {
      call.cancel(true); // of no effect on a call that has ended
    }
  }

  /**
   * Waits on the job's thread, so that no stop ever interrupts a thread that writes the journal.
   */
  private Optional<RunEvent> awaited(
      RunInHand run, NextStep.CallModel step, Future<ModelReply> call, StopCheck stop)
      throws InterruptedException {
    while (stop.letsStepFinish() && clock.instant().isBefore(step.deadline())) {
      try {
        return Optional.of(replied(step, call.get(StopCheck.EVERY_MILLIS, MILLISECONDS)));
      } catch (TimeoutException e) {
        // not an error: time to look whether to stop
      } catch (ExecutionException e) {
        return Optional.of(failed(run, step, Objects.requireNonNullElse(e.getCause(), e)));
      }
    }
    return Optional.empty();
  }

  private ModelReply reply(AgentDefinition agent, NextStep.CallModel step)
      throws ModelException, InterruptedException {
    ChatModel model =
        models
            .find(agent.model().provider())
            .orElseThrow(
                () ->
                    new ModelException(
                        new Failure(
                            "unknown_provider",
                            "this server has no model provider '%s', only %s"
                                .formatted(agent.model().provider(), models.names()))));
    return model.reply(
        new ModelRequest(
            agent.model(),
            agent.systemPrompt(),
            step.phase().name(),
            step.transcript().messages(),
            offered(step.phase())));
  }

  private List<OfferedTool> offered(Phase phase) {
    return tools.declarations().stream()
        .filter(tool -> phase.tools().contains(tool.name()))
        .map(tool -> new OfferedTool(tool.name(), tool.description(), tool.arguments()))
        .toList();
  }

  private static RunEvent replied(NextStep.CallModel step, ModelReply reply) {
    return new RunEvent.ModelReplied(
        step.phase().name(), step.iteration(), reply.text(), reply.calls(), reply.usage());
  }

  private static RunEvent failed(RunInHand run, NextStep.CallModel step, Throwable cause) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from the model; the phase ends here"
            .formatted(run.id(), step.phase().name(), step.iteration()),
        cause);
    Failure failure =
        cause instanceof ModelException e
            ? e.failure()
            : new Failure("model_error", "the provider broke down: " + cause);
    return new RunEvent.ModelFailed(step.phase().name(), step.iteration(), failure);
  }
}
