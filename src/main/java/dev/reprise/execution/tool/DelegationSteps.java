package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.Difference;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.control.DelegateDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/**
 * Executes {@code delegate} calls, and what other tools need of agents, by means of child runs.
 *
 * <p>The event is recorded first; the child's id is derived from the call. Then the child run is
 * submitted. A server that resumes from this record submits the child run if it is missing, so
 * there is exactly one, whichever server crashes in between. The answer of the child run is a
 * result like any other.
 */
@ApplicationScoped
public class DelegationSteps {

  private static final System.Logger LOG = System.getLogger(DelegationSteps.class.getName());

  private static final Setting<Integer> MAX_DEPTH =
      Setting.of("reprise.delegation.max-depth", SettingType.integer(0), "5")
          .means(
              "how many ancestors a run that delegates may have: with more, a call of `delegate`"
                  + " fails with `delegation_too_deep`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-queue", MAX_DEPTH);
    }
  }

  private final DelegationTargets targets;
  private final ChildRunSubmitter submitter;
  private final ChildRunResults results;
  private final Runs runs;
  private final int maxDepth;

  @Inject
  DelegationSteps(
      DelegationTargets targets,
      ChildRunSubmitter submitter,
      ChildRunResults results,
      Runs runs,
      Config config) {
    this(targets, submitter, results, runs, MAX_DEPTH.get(config));
  }

  protected DelegationSteps(
      DelegationTargets targets,
      ChildRunSubmitter submitter,
      ChildRunResults results,
      Runs runs,
      int maxDepth) {
    this.targets = targets;
    this.submitter = submitter;
    this.results = results;
    this.runs = runs;
    this.maxDepth = maxDepth;
  }

  /**
   * What each of several child runs may use.
   *
   * @param iterations model calls
   * @param budget empty if the run has no limit of spending
   */
  public record Share(int iterations, Optional<Budget> budget) {}

  /**
   * Divides what a run has left among the calls that it delegates at once. The run keeps one model
   * call to read the answers, and of its budget as much as each child run gets.
   */
  public Share share(ActiveRun run, NextStep.DeferCalls step) {
    return share(
        run,
        step.calls().stream()
            .filter(call -> call.tool().equals(ControlTool.DELEGATE.toolName()))
            .count());
  }

  private static Share share(ActiveRun run, long delegated) {
    int delegableIterations =
        run.state().iterationsLeft() - 1; // the run needs one to read the answers
    Budget left = run.state().budget().minus(run.state().budgetSpent());
    return new Share(
        (int) (delegableIterations / Math.max(1, delegated)),
        Optional.of(left).filter(Budget::hasLimit).map(it -> it.dividedBy((int) delegated + 1)));
  }

  /**
   * Returns the event that delegates a call to a child run.
   *
   * @throws ToolException if no child run could do what the call asks for
   * @throws AgentNotThereException if the agent that the call names cannot run yet
   */
  public RunEvent delegated(ActiveRun run, NextStep.DeferCalls step, ToolCall call, Share share)
      throws ToolException, AgentNotThereException {
    DelegateDeclaration.Task task = DelegateDeclaration.task(call.arguments());
    Delegation limits = limits(run, call, share);
    AgentDefinition agent =
        targets.requested(run.claim().tenant(), run.agent(), task, run.role()).definition();
    return delegated(
        run, step.location(call.id()), new AgentTask(agent.name(), task.input()), limits);
  }

  /**
   * Returns the event that has an agent of the product do what a call needs. The call is made again
   * after that.
   *
   * @throws ToolException if this run can have no child run for it
   */
  public RunEvent required(ActiveRun run, NextStep.CallTools step, ToolCall call, AgentTask task)
      throws ToolException {
    if (!run.agent().recordsContent()) {
      throw new ToolException(
          "cannot_wait",
          "%s needs the agent '%s', and a run that keeps no contents cannot wait for it"
              .formatted(call.tool(), task.agent()));
    }
    long alike = step.calls().stream().filter(it -> it.tool().equals(call.tool())).count();
    Share share = share(run, alike); // others of the same tool may need as much
    return delegated(run, step.location(call.id()), task, limits(run, call, share));
  }

  private static RunEvent delegated(
      ActiveRun run, CallLocation call, AgentTask task, Delegation limits) {
    ToolCallState before = run.state().call(call.callId()).orElseThrow();
    return new ChildRunEvent.Delegated(
        call, DelegatedCall.child(run, call, before), task.agent(), task.input(), limits);
  }

  private Delegation limits(ActiveRun run, ToolCall call, Share share) throws ToolException {
    RunState state = run.state();
    if (state.depth() >= maxDepth) {
      throw new ToolException(
          "delegation_too_deep",
          "delegation depth %d has reached the limit that reprise.delegation.max-depth sets; do the task yourself"
              .formatted(state.depth()));
    }
    if (share.iterations() < 1) {
      throw new ToolException(
          "iteration_limit",
          "%d model calls are left, too few to delegate this".formatted(state.iterationsLeft()));
    }
    return new Delegation(
        run.id(),
        call.id(),
        state.depth() + 1,
        share.iterations(),
        deadline(state),
        share.budget());
  }

  /** A child run must not take longer than its parent may. */
  private static Instant deadline(RunState state) {
    Instant phase = state.deadlineOfOpenPhase();
    return state.budgetEnd().filter(phase::isAfter).orElse(phase);
  }

  /**
   * Submits the child runs that are missing, and records the results of those that have ended. If
   * an agent of a missing one is not there at this moment, the run stops and waits for it.
   *
   * @return whether any call ended
   */
  public boolean collect(ActiveRun run, NextStep.AwaitChildren step) {
    run.awaitDurable(); // no child run without the event that names it
    List<DelegatedCall> calls = DelegatedCall.of(run);
    Map<UUID, Run> children = find(run, calls);
    List<RunEvent> returned = new ArrayList<>();
    List<Difference> absent = new ArrayList<>();
    for (DelegatedCall call : calls) {
      Run child = children.get(call.child());
      if (child == null) {
        try {
          submitter.submit(run, step, call).ifPresent(returned::add);
        } catch (AgentNotThereException e) {
          absent.add(e.absent());
        }
      } else if (child.status().isEnded()) {
        returned.add(results.of(step, call, child));
      }
    }
    if (!absent.isEmpty()) {
      await(run, absent);
    }
    if (returned.isEmpty()) {
      return false;
    }
    run.append(returned);
    return true;
  }

  /** Stops the run before its next step, which another server may be able to take. */
  static void await(ActiveRun run, List<Difference> absent) {
    LOG.log(INFO, "run %s: waits for what is not there: %s".formatted(run.id(), absent));
    run.stop(new DefinitionMismatch(absent, run.state().failures().refusals(), true));
  }

  /** Returns whether {@link #collect} has anything to do for a run that waits for child runs. */
  public boolean isDue(ActiveRun run) {
    List<DelegatedCall> calls = DelegatedCall.of(run);
    Map<UUID, Run> children = find(run, calls);
    return children.size() < calls.size()
        || children.values().stream().anyMatch(child -> child.status().isEnded());
  }

  /** Returns the runs of this tenant that may answer the calls, by id. */
  private Map<UUID, Run> find(ActiveRun run, List<DelegatedCall> calls) {
    Map<UUID, Run> rows =
        runs.find(run.claim().tenant(), calls.stream().map(DelegatedCall::child).toList()).stream()
            .collect(Collectors.toMap(Run::id, Function.identity()));
    return calls.stream()
        .flatMap(
            call ->
                Optional.ofNullable(rows.get(call.child())).stream()
                    .filter(child -> call.isAnsweredBy(child, run)))
        .collect(Collectors.toMap(Run::id, Function.identity()));
  }
}
