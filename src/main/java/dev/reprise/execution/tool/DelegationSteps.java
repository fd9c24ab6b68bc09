package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.IdempotencyKey;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.NewRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PartialOutput;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.Submitter;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.control.DelegateDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Has other runs do what calls of {@code delegate} ask.
 *
 * <p>The record says first that there is to be another run, and of which id; then it is submitted.
 * Whoever goes on from that record submits it if it is not there, so that there is one, whatever
 * dies in between. Its answer is a result like any other.
 *
 * <p>Another run is for the same person: it has the role of the run that it works for, and nobody
 * reaches through others what that role may not have.
 */
@ApplicationScoped
public class DelegationSteps {

  private static final System.Logger LOG = System.getLogger(DelegationSteps.class.getName());

  private DelegationTargets delegates;
  private AgentVersions versions;
  private CompatibilityCheck compatibility;
  private RunQueue queue;
  private Runs runs;
  private int maxDepth;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  public DelegationSteps() {}

  @Inject
  DelegationSteps(
      DelegationTargets delegates,
      AgentVersions versions,
      CompatibilityCheck compatibility,
      RunQueue queue,
      Runs runs,
      @ConfigProperty(name = "reprise.delegation.max-depth", defaultValue = "5") int maxDepth) {
    this.delegates = delegates;
    this.versions = versions;
    this.compatibility = compatibility;
    this.queue = queue;
    this.runs = runs;
    this.maxDepth = maxDepth;
  }

  /** How many model calls each of several runs may make. */
  public record Share(int iterations) {}

  /** Divides what a run has left among what it delegates at once. */
  public Share share(ActiveRun run, NextStep.DeferCalls step) {
    long delegates =
        step.calls().stream()
            .filter(call -> call.tool().equals(ControlTool.DELEGATE.toolName()))
            .count();
    int others = run.state().iterationsLeft() - 1; // with one it reads their answers
    return new Share((int) (others / Math.max(1, delegates)));
  }

  /**
   * Returns the event that hands a call to another run.
   *
   * @throws ToolException if the other run could not be carried out as it is asked for
   */
  public RunEvent begin(ActiveRun run, NextStep.DeferCalls step, ToolCall call, Share share)
      throws ToolException {
    DelegateDeclaration.Task task = DelegateDeclaration.task(call.arguments());
    RunState state = run.state();
    if (state.depth() >= maxDepth) {
      throw new ToolException(
          "delegation_too_deep",
          "%d runs stand above this one, and more may not (reprise.delegation.max-depth); do it yourself"
              .formatted(state.depth()));
    }
    if (share.iterations() < 1) {
      throw new ToolException(
          "iteration_limit",
          "%d model calls are left, too few to delegate this".formatted(state.iterationsLeft()));
    }
    AgentDefinition agent =
        delegates.wanted(run.claim().tenant(), run.agent(), task, run.role()).definition();
    return new ToolCallEvent.Delegated(
        step.phase().name(),
        step.iteration(),
        call.id(),
        CallKey.child(IdempotencyKey.of(run, step.phase().name(), step.iteration(), call.id())),
        agent.name(),
        task.input(),
        new Delegation(
            run.id(),
            call.id(),
            state.depth() + 1,
            share.iterations(),
            state.deadlineOfOpenPhase()));
  }

  /**
   * Submits the runs that are not there, and takes what has come of those that have their end.
   *
   * @return whether anything has come
   */
  public boolean collect(ActiveRun run, NextStep.AwaitChildren step) {
    run.awaitDurable(); // no run without the event that names it
    List<Deferred> calls = delegated(run);
    Map<UUID, Run> found = find(run, calls);
    List<RunEvent> returned = new ArrayList<>();
    for (Deferred call : calls) {
      Run child = found.get(call.child());
      if (child == null) {
        submit(run, step, call).ifPresent(returned::add);
      } else if (child.status().isEnded()) {
        returned.add(returned(step, call, child));
      }
    }
    if (returned.isEmpty()) {
      return false;
    }
    run.append(returned);
    return true;
  }

  /** Returns whether there is anything to do for a run that waits for others. */
  public boolean isDue(ActiveRun run) {
    List<Deferred> calls = delegated(run);
    Map<UUID, Run> found = find(run, calls);
    return found.size() < calls.size()
        || found.values().stream().anyMatch(child -> child.status().isEnded());
  }

  /**
   * A call that another run is to answer.
   *
   * @param child the other run's id, derived from the call and not read from the record
   */
  private record Deferred(ToolCallState call, ToolCallState.Delegated task, UUID child) {}

  private static List<Deferred> delegated(ActiveRun run) {
    return run.state().openPhase().stream()
        .flatMap(open -> open.work().calls().stream().flatMap(call -> deferred(run, open, call)))
        .toList();
  }

  private static Stream<Deferred> deferred(
      ActiveRun run, RunState.OpenPhase open, ToolCallState call) {
    if (!(call.progress() instanceof ToolCallState.Delegated task)) {
      return Stream.empty();
    }
    String key = IdempotencyKey.of(run, open.name(), open.work().iteration(), call.call().id());
    return Stream.of(new Deferred(call, task, CallKey.child(key)));
  }

  /** Returns the runs that answer: of this tenant, at work for this run, and of the derived id. */
  private Map<UUID, Run> find(ActiveRun run, List<Deferred> calls) {
    Map<UUID, Run> rows =
        runs.find(run.claim().tenant(), calls.stream().map(Deferred::child).toList()).stream()
            .collect(Collectors.toMap(Run::id, Function.identity()));
    return calls.stream()
        .flatMap(
            call ->
                Optional.ofNullable(rows.get(call.child())).stream()
                    .filter(child -> isChildOf(run, call, child)))
        .collect(Collectors.toMap(Run::id, Function.identity()));
  }

  /** For a call that a fork shares with where it comes from, any of them may have submitted it. */
  private static boolean isChildOf(ActiveRun run, Deferred call, Run child) {
    return child
        .parentRun()
        .filter(parent -> parent.equals(run.id()) || call.call().origin().isPresent())
        .isPresent();
  }

  /** Returns the end of the call if there cannot be such a run any more. */
  private Optional<RunEvent> submit(ActiveRun run, NextStep.AwaitChildren step, Deferred call) {
    ToolCallState.Delegated task = call.task();
    Run parent = runs.find(run.id()).orElseThrow();
    AgentVersion agent;
    try {
      requireFree(call.child());
      agent =
          delegates.present(
              run.claim().tenant(), task.agent(), run.role()); // a fork's may be another
    } catch (ToolException e) {
      return Optional.of(
          new ToolCallEvent.Returned(
              step.phase().name(),
              step.iteration(),
              call.call().call().id(),
              call.child(),
              "",
              Optional.of(e.failure()),
              DelegatedUsage.NONE));
    }
    versions.keep(parent.tenant(), agent);
    queue.add(
        new NewRun(
                call.child(),
                parent.tenant(),
                agent.definition().name(),
                agent.hash(),
                task.input(),
                run.state().workspace(),
                run.state().submitter().map(Submitter::name).orElse(parent.submittedBy()))
            .keeping(compatibility.pins(parent.tenant(), agent.definition()))
            .withPriority(parent.priority())
            .submittedAs(run.role())
            .asChildOf(task.limits()));
    LOG.log(
        INFO,
        "run %s, phase %s, call %s: run %s of agent '%s' works for it"
            .formatted(
                run.id(),
                step.phase().name(),
                call.call().call().id(),
                call.child(),
                agent.definition().name()));
    return Optional.empty();
  }

  /** A run of that id which does not work for this one is not asked, and not said anything of. */
  private void requireFree(UUID child) throws ToolException {
    if (runs.find(child).isPresent()) {
      throw new ToolException("delegate_unavailable", "no other run can be begun for this call");
    }
  }

  private RunEvent returned(NextStep.AwaitChildren step, Deferred call, Run child) {
    RunState state = runs.fold(child, versions.load(child.tenant(), child.agentVersion())).state();
    Outcome outcome =
        state
            .outcome()
            .orElseThrow(
                () -> new BrokenRecordException(child.id(), "status", child.status(), "no end"));
    return new ToolCallEvent.Returned(
        step.phase().name(),
        step.iteration(),
        call.call().call().id(),
        child.id(),
        outcome instanceof Outcome.Completed(String output) ? output : PartialOutput.of(state),
        failure(child, outcome),
        state.spent());
  }

  private static Optional<Failure> failure(Run child, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed ignored -> Optional.empty();
      case Outcome.Failed(Failure why) -> Optional.of(failed(child, why));
      case Outcome.DeadLettered(Failure why) -> Optional.of(failed(child, why));
      case Outcome.Cancelled(String by, String reason) ->
          Optional.of(
              new Failure(
                  "delegate_cancelled",
                  "run %s of agent '%s' was cancelled by %s: %s"
                      .formatted(child.id(), child.agent(), by, reason)));
    };
  }

  private static Failure failed(Run child, Failure why) {
    return new Failure(
        "delegate_failed",
        "run %s of agent '%s' failed: %s".formatted(child.id(), child.agent(), why));
  }
}
