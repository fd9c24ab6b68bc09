package dev.reprise.execution.model;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.codec.EventRedactor;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The requests that runs send to their models. */
@ApplicationScoped
public class ModelRequests {

  private final ToolCatalogue tools;
  private final Decider decider;
  private final EventRedactor redactor;
  private final Clock clock;

  @Inject
  public ModelRequests(ToolCatalogue tools, Decider decider, Redaction redaction, Clock clock) {
    this.tools = tools;
    this.decider = decider;
    this.redactor = new EventRedactor(redaction);
    this.clock = clock;
  }

  /** Returns the request of a step. */
  ModelRequest of(String tenant, AgentDefinition agent, NextStep.CallModel step) {
    return new ModelRequest(
        step.model(),
        agent.systemPrompt(),
        step.phase().name(),
        step.iteration(),
        step.attempt(),
        ModelRequest.Purpose.ANSWER,
        step.transcript(),
        new ModelRequest.Expected(
            offered(tenant, step.phase()), step.phase().output().map(OutputContract::schema)));
  }

  /** Returns how the tools that a step would offer differ from those that the run pinned. */
  Optional<DefinitionMismatch> mismatch(ActiveRun run, NextStep.CallModel step) {
    String tenant = run.claim().tenant();
    List<String> offered = step.phase().tools();
    List<PinnedTool> pinned = run.state().assignment().tools();
    List<Difference> differences = tools.differences(tenant, pinned, offered);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DefinitionMismatch(
                differences,
                run.state().failures().refusals(),
                tools.areExpected(tenant, offered)));
  }

  private List<OfferedTool> offered(String tenant, Phase phase) {
    return tools.declarations(tenant, phase.tools()).stream()
        .map(tool -> new OfferedTool(tool.name(), tool.description(), tool.arguments()))
        .toList();
  }

  /**
   * Returns the first request of a run that is not submitted yet: the run's own steps lead to it.
   *
   * @param agent without tools
   * @param submitted what its journal will begin with
   */
  public ModelRequest first(
      String tenant, AgentDefinition agent, LifecycleEvent.Submitted submitted) {
    Instant now = clock.instant();
    RunState state = RunState.of(agent).apply(redactor.apply(submitted));
    if (decider.next(state, now) instanceof NextStep.StartPhase(Phase phase, String prompt)) {
      state = state.apply(redactor.apply(new PhaseEvent.Started(phase.name(), prompt, now)));
    }
    if (decider.next(state, now) instanceof NextStep.CallModel call) {
      return of(tenant, agent, call);
    }
    throw new IllegalStateException(
        "a run of agent '%s' does not begin with a model call".formatted(agent.name()));
  }
}
