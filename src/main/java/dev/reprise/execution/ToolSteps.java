package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
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

  private CallClearance clearance;
  private ToolCatalogue catalogue;
  private ToolCaller caller;
  private CallTerms terms;
  private ToolGateway gateway;
  private Workspaces workspaces;
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
      CallClearance clearance,
      ToolCatalogue catalogue,
      ToolCaller caller,
      CallTerms terms,
      ToolGateway gateway,
      Workspaces workspaces,
      ToolRetries retries,
      LiveCalls live,
      Redaction redaction,
      SharedBreakers breakers,
      Clock clock) {
    this.clearance = clearance;
    this.catalogue = catalogue;
    this.caller = caller;
    this.terms = terms;
    this.gateway = gateway;
    this.workspaces = workspaces;
    this.retries = retries;
    this.live = live;
    this.redaction = redaction;
    this.breakers = breakers;
    this.clock = clock;
  }

  void carryOut(RunInHand run, NextStep.CallTools step, Worker worker)
      throws LeftBehind, InterruptedException {
    List<Difference> differences = clearance.differences(run, step);
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s makes no call here and waits for migration: this server differs now in %s"
              .formatted(run.id(), differences));
      run.stop(new Misfit(differences, run.state().refusals()));
      return;
    }
    Optional<Workspace> workspace = workspaces.find(run.claim().tenant(), run.state().workspace());
    List<RunEvent> before = new ArrayList<>();
    List<ToolCall> allowed = new ArrayList<>();
    boolean needsRecord = false;
    var passages = new ToolPassages(breakers, caller, gateway.bound(), run.claim().tenant());
    for (ToolCall call : step.calls()) {
      Optional<RunEvent> instead =
          clearance
              .instead(run, step, call, workspace)
              .or(() -> blocked(run, step, call, passages));
      if (instead.isPresent()) {
        before.add(instead.get());
      } else {
        ToolDeclaration tool = catalogue.find(call.tool()).orElseThrow().declaration();
        before.add(intent(step, call, tool));
        allowed.add(call);
        needsRecord |= needsRecord(tool);
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

  private static Optional<RunEvent> blocked(
      RunInHand run, NextStep.CallTools step, ToolCall call, ToolPassages passages) {
    return isInDoubt(run, call)
        ? Optional.empty()
        : passages.refusal(call).map(refusal -> failed(step, call, refusal));
  }

  /** Such a call is refused by no breaker and no bound: that it failed might not be true. */
  private static boolean isInDoubt(RunInHand run, ToolCall call) {
    return run.state().call(call.id()).filter(CallInHand::isInDoubt).isPresent();
  }

  /** Returns whether what was recorded before is to be durable: for its effect, or to be read. */
  private static boolean needsRecord(ToolDeclaration tool) {
    return tool.effect() != EffectClass.READ_ONLY || tool.category().equals(ReadResult.CATEGORY);
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
    return run.state().call(call.id()).map(CallInHand::failures).orElse(0);
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

  private static RunEvent intent(NextStep.CallTools step, ToolCall call, ToolDeclaration tool) {
    return new RunEvent.ToolCallStarted(
        step.phase().name(), step.iteration(), call.id(), call.tool(), tool.effect());
  }

  private static RunEvent failed(NextStep.CallTools step, ToolCall call, Failure failure) {
    return new RunEvent.ToolCallFailed(step.phase().name(), step.iteration(), call.id(), failure);
  }
}
