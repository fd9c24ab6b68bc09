package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.stream.Collectors.toSet;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Finding;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.Redaction;
import dev.reprise.resilience.Fault;
import dev.reprise.run.CallInHand;
import dev.reprise.run.NextStep;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.LiveCalls;
import dev.reprise.tool.OutcomeUnknown;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolCaller;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out the tool calls of one reply side by side, each with its own fate.
 *
 * <p>The order is what makes a crash harmless: intents are durable before any effect, and each
 * result is recorded as it comes. Nobody waits for a result to be durable: what depends on it, the
 * next intent, stands behind it in the journal. A call that ends without a known outcome gets no
 * result; its effect class decides what becomes of it.
 */
@ApplicationScoped
class ToolSteps {

  private static final System.Logger LOG = System.getLogger(ToolSteps.class.getName());

  private ToolCatalogue catalogue;
  private ToolCaller caller;
  private CallTerms terms;
  private ToolGateway gateway;
  private Workspaces workspaces;
  private Approvals approvals;
  private ToolRetries retries;
  private LiveCalls live;
  private Redaction redaction;
  private SharedBreakers breakers;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolSteps() {}

  @Inject
  ToolSteps(
      ToolCatalogue catalogue,
      ToolCaller caller,
      CallTerms terms,
      ToolGateway gateway,
      Workspaces workspaces,
      Approvals approvals,
      ToolRetries retries,
      LiveCalls live,
      Redaction redaction,
      SharedBreakers breakers,
      Clock clock) {
    this.catalogue = catalogue;
    this.caller = caller;
    this.terms = terms;
    this.gateway = gateway;
    this.workspaces = workspaces;
    this.approvals = approvals;
    this.retries = retries;
    this.live = live;
    this.redaction = redaction;
    this.breakers = breakers;
    this.clock = clock;
  }

  void carryOut(RunInHand run, NextStep.CallTools step, Worker worker)
      throws LeftBehind, InterruptedException {
    List<Difference> differences = differences(run, step);
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s makes no call here and waits for migration: this server differs now in %s"
              .formatted(run.id(), differences));
      run.stop(new Misfit(differences, run.state().refusals()));
      return;
    }
    Optional<Workspace> workspace = workspaces.find(run.state().workspace());
    List<RunEvent> before = new ArrayList<>();
    List<ToolCall> allowed = new ArrayList<>();
    boolean needsRecord = false;
    var passages = new ToolPassages(breakers, caller, gateway.bound());
    for (ToolCall call : step.calls()) {
      Optional<Tool> tool = catalogue.find(call.tool());
      Optional<RunEvent> instead =
          refusal(run, step, call, tool, workspace)
              .map(refusal -> notMade(run, step, call, refusal))
              .or(() -> question(run, step, call, tool.orElseThrow(), workspace.orElseThrow()))
              .or(() -> blocked(run, step, call, passages));
      if (instead.isPresent()) {
        before.add(instead.get());
      } else {
        before.add(intent(step, call, tool.orElseThrow()));
        allowed.add(call);
        needsRecord |= needsRecord(tool.orElseThrow().declaration());
      }
    }
    run.append(before);
    if (!allowed.isEmpty()) {
      if (needsRecord) {
        run.awaitDurable(); // no effect without an intent that would survive this server
      }
      worker.make(calls(run, step, allowed, workspace.orElseThrow(), passages));
    }
  }

  /** Tools of other servers may be declared anew while a run is under way. */
  private List<Difference> differences(RunInHand run, NextStep.CallTools step) {
    List<PinnedTool> kept = run.state().tools().orElse(List.of());
    Set<String> called = step.calls().stream().map(ToolCall::tool).collect(toSet());
    called.retainAll(kept.stream().map(PinnedTool::name).collect(toSet()));
    return PinnedTool.differences(kept, catalogue.pins(), called);
  }

  /** Nobody is asked about a call that cannot be made anyway. */
  private Optional<RunEvent> question(
      RunInHand run, NextStep.CallTools step, ToolCall call, Tool tool, Workspace workspace) {
    return approvals
        .question(run, step.phase(), step.iteration(), call, tool.declaration())
        .map(
            asked ->
                caller
                    .misfit(
                        call, CallContexts.of(run, step.phase(), step.iteration(), call, workspace))
                    .map(misfit -> failed(step, call, misfit))
                    .orElse(asked));
  }

  /**
   * A call that may have happened is not said to have failed because it may not be started again.
   */
  private static RunEvent notMade(
      RunInHand run, NextStep.CallTools step, ToolCall call, Failure refusal) {
    if (!inHand(run, call).filter(CallInHand::mayHaveHappened).isPresent()) {
      return failed(step, call, refusal);
    }
    LOG.log(
        WARNING,
        "run %s, phase %s, call %s: it may have happened, and is not started again: %s; a person has to say what became of it"
            .formatted(run.id(), step.phase().name(), call.id(), refusal));
    return new RunEvent.ToolCallReconciled(
        step.phase().name(),
        step.iteration(),
        call.id(),
        Finding.COULD_NOT_TELL,
        "",
        "this server may not start it again: " + refusal.message());
  }

  private static Optional<RunEvent> blocked(
      RunInHand run, NextStep.CallTools step, ToolCall call, ToolPassages passages) {
    return isInDoubt(run, call)
        ? Optional.empty()
        : passages.refusal(call).map(refusal -> failed(step, call, refusal));
  }

  /** Such a call is refused by no breaker and no bound: that it failed might not be true. */
  private static boolean isInDoubt(RunInHand run, ToolCall call) {
    return inHand(run, call).filter(CallInHand::isInDoubt).isPresent();
  }

  private static Optional<CallInHand> inHand(RunInHand run, ToolCall call) {
    return run.state().openPhase().flatMap(phase -> phase.work().call(call.id()));
  }

  /** Returns whether what was recorded before is to be durable: for its effect, or to be read. */
  private static boolean needsRecord(ToolDeclaration tool) {
    return tool.effect() != EffectClass.READ_ONLY || tool.category().equals(ReadResult.CATEGORY);
  }

  private Optional<Failure> refusal(
      RunInHand run,
      NextStep.CallTools step,
      ToolCall call,
      Optional<Tool> tool,
      Optional<Workspace> workspace) {
    List<String> granted = step.phase().tools();
    if (!granted.contains(call.tool())) {
      return Optional.of(
          new Failure(
              "tool_not_allowed",
              "phase '%s' may not call '%s', only %s"
                  .formatted(step.phase().name(), call.tool(), granted)));
    }
    if (tool.isEmpty()) {
      return Optional.of(
          new Failure(
              "unknown_tool",
              "this server has no tool '%s', only %s".formatted(call.tool(), catalogue.names())));
    }
    if (workspace.isEmpty()) {
      return Optional.of(
          new Failure(
              "workspace_unavailable",
              "this server has no workspace '%s' any more, only %s"
                  .formatted(run.state().workspace(), workspaces.names())));
    }
    return terms
        .refusal(run, call)
        .or(
            () ->
                isInDoubt(run, call)
                    ? caller.misfit(
                        call,
                        CallContexts.of(run, step.phase(), step.iteration(), call, workspace.get()))
                    : Optional.empty());
  }

  private List<WatchedCall> calls(
      RunInHand run,
      NextStep.CallTools step,
      List<ToolCall> calls,
      Workspace workspace,
      ToolPassages passages) {
    return calls.stream().map(call -> watched(run, step, call, workspace, passages)).toList();
  }

  private WatchedCall watched(
      RunInHand run,
      NextStep.CallTools step,
      ToolCall call,
      Workspace workspace,
      ToolPassages passages) {
    CallContext context =
        CallContexts.of(run, step.phase(), step.iteration(), call, workspace)
            .withProgress(
                run.agent().recordsBodies()
                    ? live.open(run.id(), place(step, call))
                    : CallProgress.UNHEARD);
    var attempt =
        new Attempt(step, call, failures(run, call) + 1, run.state().deadlineOfOpenPhase());
    ToolPassages.Making making =
        passages.has(call)
            ? () -> terms.inPlace(call, () -> gateway.call(call, context))
            : () -> gateway.callAgain(call, context);
    Duration limit = caller.limit(call, context.origin().grant());
    return new WatchedCall(
        clock.instant().plus(limit),
        () -> called(run, attempt, () -> passages.make(call, making)),
        begun -> called(run, attempt, () -> passages.overdue(call, limit, begun)));
  }

  /**
   * A call that is made now.
   *
   * @param number counted from 1 since the model asked or the run was retried
   * @param deadline when the phase is out of time
   */
  private record Attempt(NextStep.CallTools step, ToolCall call, int number, Instant deadline) {}

  private static int failures(RunInHand run, ToolCall call) {
    return inHand(run, call).map(CallInHand::failures).orElse(0);
  }

  /** Returns what to record of a call: nothing if its outcome is unknown. */
  private Optional<RunEvent> called(RunInHand run, Attempt attempt, ToolPassages.Making making) {
    NextStep.CallTools step = attempt.step();
    ToolCall call = attempt.call();
    try {
      CallResult ended = making.make();
      return Optional.of(
          switch (ended.outcome()) {
            case ToolOutcome.Succeeded done ->
                new RunEvent.ToolCallCompleted(
                    step.phase().name(),
                    step.iteration(),
                    call.id(),
                    done.content(),
                    done.images(),
                    terms.resultLimit(run, call));
            case ToolOutcome.Failed(Failure failure) ->
                ended
                    .fault()
                    .flatMap(fault -> next(run, attempt, fault))
                    .map(next -> retrying(run, attempt, failure, next))
                    .orElseGet(() -> failed(step, call, failure));
          });
    } catch (OutcomeUnknown e) {
      LOG.log(
          WARNING,
          "run %s, phase %s, call %s: %s; its effect class decides what becomes of it"
              .formatted(
                  run.id(),
                  step.phase().name(),
                  call.id(),
                  redaction.text(String.valueOf(e.getMessage()))));
      return Optional.empty();
    } finally {
      live.close(run.id(), place(step, call));
    }
  }

  private Optional<Instant> next(RunInHand run, Attempt attempt, Fault fault) {
    return retries.next(run.agent(), attempt.call(), attempt.number(), fault, attempt.deadline());
  }

  private RunEvent retrying(RunInHand run, Attempt attempt, Failure failure, Instant next) {
    NextStep.CallTools step = attempt.step();
    ToolCall call = attempt.call();
    LOG.log(
        WARNING,
        "run %s, phase %s, call %s: %s failed at attempt %d (%s); it is called again at %s"
            .formatted(
                run.id(),
                step.phase().name(),
                call.id(),
                call.tool(),
                attempt.number(),
                redaction.text(failure.toString()),
                next));
    return new RunEvent.ToolCallRetrying(
        step.phase().name(), step.iteration(), call.id(), attempt.number(), failure, next);
  }

  private static LiveCalls.Place place(NextStep.CallTools step, ToolCall call) {
    return new LiveCalls.Place(step.phase().name(), step.iteration(), call.id());
  }

  private static RunEvent intent(NextStep.CallTools step, ToolCall call, Tool tool) {
    return new RunEvent.ToolCallStarted(
        step.phase().name(), step.iteration(), call.id(), call.tool(), tool.declaration().effect());
  }

  private static RunEvent failed(NextStep.CallTools step, ToolCall call, Failure failure) {
    return new RunEvent.ToolCallFailed(step.phase().name(), step.iteration(), call.id(), failure);
  }
}
