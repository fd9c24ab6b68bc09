package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.submission.SubmissionGate;
import dev.reprise.submission.SubmissionGate.Refusal;
import dev.reprise.telemetry.TraceParent;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Submits child runs. A child run works for the same person as its parent: it has the parent's
 * role, so no agent uses a tool through others that this role may not use. Tested by {@code
 * DelegationStepsTest}.
 */
@ApplicationScoped
class ChildRunSubmitter {

  private static final System.Logger LOG = System.getLogger(ChildRunSubmitter.class.getName());

  private final SubmissionGate gate;
  private final DelegationTargets targets;
  private final BuiltInAgents builtIn;
  private final AgentVersions versions;
  private final CompatibilityCheck compatibility;
  private final RunQueue queue;
  private final Runs runs;

  @Inject
  ChildRunSubmitter(
      SubmissionGate gate,
      DelegationTargets targets,
      BuiltInAgents builtIn,
      AgentVersions versions,
      CompatibilityCheck compatibility,
      RunQueue queue,
      Runs runs) {
    this.gate = gate;
    this.targets = targets;
    this.builtIn = builtIn;
    this.versions = versions;
    this.compatibility = compatibility;
    this.queue = queue;
    this.runs = runs;
  }

  /**
   * Submits the child run of a call; returns the end of the call if it can have none.
   *
   * @throws AgentNotThereException if it can have none at this moment
   */
  Optional<RunEvent> submit(ActiveRun run, NextStep.AwaitChildren step, DelegatedCall call)
      throws AgentNotThereException {
    AgentVersion agent;
    List<PinnedTool> tools;
    try {
      requireFree(call.child());
      agent = agent(run, call);
      tools = permitted(run, agent);
    } catch (ToolException e) {
      return Optional.of(
          new ChildRunEvent.Returned(
              step.location(call.id()),
              call.child(),
              "",
              Optional.empty(),
              Optional.of(e.failure()),
              DelegatedUsage.NONE));
    }
    submit(run, call, agent, tools);
    LOG.log(
        INFO,
        "run %s, phase %s, call %s: submitted child run %s of agent '%s'"
            .formatted(
                run.id(), step.phase().name(), call.id(), call.child(), agent.definition().name()));
    return Optional.empty();
  }

  /**
   * Returns what the child run pins. If it may not be submitted, the call fails with the reason, so
   * that the run does not wait for a child run that cannot work; only tools are waited for.
   */
  private List<PinnedTool> permitted(ActiveRun run, AgentVersion agent)
      throws ToolException, AgentNotThereException {
    var work =
        new SubmissionGate.Work(
            run.claim().tenant(),
            agent.definition(),
            run.role(),
            run.state().assignment().workspace());
    return switch (gate.admission(work)) {
      case SubmissionGate.Admitted(List<PinnedTool> tools) -> tools;
      case Refusal.ToolsAbsent absent ->
          throw new AgentNotThereException(agent.definition().name(), "lacks " + absent.words());
      case Refusal.SwitchedOff refusal -> throw refused(agent, "switched_off", refusal);
      case Refusal.ToolsNotPermitted refusal ->
          throw refused(agent, DelegationTargets.NOT_ALLOWED, refusal);
      case Refusal.UnknownWorkspace refusal ->
          throw refused(agent, "delegate_unavailable", refusal);
    };
  }

  private static ToolException refused(AgentVersion agent, String code, Refusal refusal) {
    return new ToolException(
        code,
        "no run of agent '%s' can be submitted: %s"
            .formatted(agent.definition().name(), refusal.words()));
  }

  /** Asked again: the target of a fork, or the policy, may have changed since the call. */
  private AgentVersion agent(ActiveRun run, DelegatedCall call)
      throws ToolException, AgentNotThereException {
    String tenant = run.claim().tenant();
    String name = call.task().agent();
    if (call.call().isAnsweredByAgent()) {
      return targets.current(tenant, name, run.role());
    }
    Optional<AgentVersion> replacement = targets.replacement(tenant, name, run.role());
    return replacement.isPresent() ? replacement.get() : builtIn(run, name);
  }

  /** A scripted model, for example, has no turns for an agent that its author did not write. */
  private AgentVersion builtIn(ActiveRun run, String name) throws ToolException {
    AgentVersion agent = builtIn.find(name, runs.find(run.id()).orElseThrow());
    List<Difference> unmet = compatibility.modelDifferences(agent.definition());
    if (!unmet.isEmpty()) {
      throw new ToolException(
          "agent_unavailable",
          "agent '%s' cannot run with the models of agent '%s': %s; an agent of your own of this name takes its place"
              .formatted(
                  name,
                  run.agent().name(),
                  unmet.stream().map(Difference::toString).collect(Collectors.joining("; "))));
    }
    return agent;
  }

  /** A run of this id that is not a child of this run is not named to it. */
  private void requireFree(UUID child) throws ToolException {
    if (runs.find(child).isPresent()) {
      throw new ToolException(
          "delegate_unavailable", "no child run can be submitted for this call");
    }
  }

  private void submit(
      ActiveRun run, DelegatedCall call, AgentVersion agent, List<PinnedTool> tools) {
    ToolCallProgress.Delegated task = call.task();
    Run parent = runs.find(run.id()).orElseThrow();
    versions.keep(parent.tenant(), agent);
    queue.add(
        new NewRun(
                call.child(),
                parent.tenant(),
                agent.definition().name(),
                agent.hash(),
                task.input(),
                run.state().assignment().workspace(),
                run.state()
                    .assignment()
                    .submitter()
                    .map(Submitter::name)
                    .orElse(parent.submittedBy()))
            .keeping(tools)
            .withPriority(parent.priority())
            .submittedAs(run.role())
            .asChildOf(task.limits())
            .attributedTo(run.state().assignment().parties().names())
            .tracedFrom(Optional.of(TraceParent.of(run.id(), run.claim().epoch()))));
  }
}
