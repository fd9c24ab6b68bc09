package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Phase;
import dev.reprise.journal.RunEvent;
import dev.reprise.model.ChatModels;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.Redaction;
import dev.reprise.run.NextStep;
import dev.reprise.tool.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Carries out a model call and records the reply, which from then on is never paid for again. */
@ApplicationScoped
class ModelSteps {

  private static final System.Logger LOG = System.getLogger(ModelSteps.class.getName());

  private ChatModels models;
  private ToolCatalogue tools;
  private Redaction redaction;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ModelSteps() {}

  @Inject
  ModelSteps(ChatModels models, ToolCatalogue tools, Redaction redaction) {
    this.models = models;
    this.tools = tools;
    this.redaction = redaction;
  }

  /** Calls the model and records what came; records nothing if it does not come in time. */
  void carryOut(RunInHand run, NextStep.CallModel step, Worker worker)
      throws LeftBehind, InterruptedException {
    worker.make(
        List.of(
            new WatchedCall(
                step.deadline(),
                () -> Optional.of(event(run, step)),
                begun -> Optional.empty()))); // the deadline is the phase's, whose end says so
  }

  private RunEvent event(RunInHand run, NextStep.CallModel step) throws InterruptedException {
    try {
      return replied(step, reply(run.agent(), step));
    } catch (ModelException e) {
      return failed(run, step, e.failure(), e);
    } catch (RuntimeException | Error e) { // an error in a provider is not the server's
      return failed(run, step, new Failure("model_error", "the provider broke down: " + e), e);
    }
  }

  private ModelReply reply(AgentDefinition agent, NextStep.CallModel step)
      throws ModelException, InterruptedException {
    return models.reply(
        new ModelRequest(
            agent.model(),
            agent.systemPrompt(),
            step.phase().name(),
            step.iteration(),
            ModelRequest.Purpose.ANSWER,
            step.transcript(),
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
        step.phase().name(), step.iteration(), reply.blocks(), reply.usage(), reply.metadata());
  }

  private RunEvent failed(
      RunInHand run, NextStep.CallModel step, Failure failure, Throwable cause) {
    LOG.log(
        WARNING,
        "run %s, phase %s, iteration %d: no reply from the model; the phase ends here"
            .formatted(run.id(), step.phase().name(), step.iteration()),
        redaction.fault(cause));
    return new RunEvent.ModelFailed(step.phase().name(), step.iteration(), failure);
  }
}
