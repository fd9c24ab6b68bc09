package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.Redaction;
import dev.reprise.run.NextStep;
import dev.reprise.tool.OutcomeUnknown;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolCaller;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
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

  private ToolCatalogue catalogue;
  private ToolCaller caller;
  private Workspaces workspaces;
  private Redaction redaction;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolSteps() {}

  @Inject
  ToolSteps(
      ToolCatalogue catalogue,
      ToolCaller caller,
      Workspaces workspaces,
      Redaction redaction,
      Clock clock) {
    this.catalogue = catalogue;
    this.caller = caller;
    this.workspaces = workspaces;
    this.redaction = redaction;
    this.clock = clock;
  }

  void carryOut(RunInHand run, NextStep.CallTools step, Worker worker)
      throws LeftBehind, InterruptedException {
    Optional<Workspace> workspace = workspaces.find(run.state().workspace());
    List<RunEvent> before = new ArrayList<>();
    List<ToolCall> allowed = new ArrayList<>();
    for (ToolCall call : step.calls()) {
      Optional<Tool> tool = catalogue.find(call.tool());
      Optional<Failure> refusal = refusal(run, step, call, tool, workspace);
      if (refusal.isPresent()) {
        before.add(failed(step, call, refusal.get()));
      } else {
        before.add(intent(step, call, tool.orElseThrow()));
        allowed.add(call);
      }
    }
    run.append(before);
    if (!allowed.isEmpty()) {
      if (allowed.stream().anyMatch(this::hasEffect)) {
        run.awaitDurable(); // no effect without an intent that would survive this server
      }
      worker.make(calls(run, step, allowed, workspace.orElseThrow()));
    }
  }

  private boolean hasEffect(ToolCall call) {
    return catalogue.find(call.tool()).orElseThrow().declaration().effect()
        != EffectClass.READ_ONLY;
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
    return Optional.empty();
  }

  private List<WatchedCall> calls(
      RunInHand run, NextStep.CallTools step, List<ToolCall> calls, Workspace workspace) {
    Instant now = clock.instant();
    return calls.stream().map(call -> watched(run, step, call, workspace, now)).toList();
  }

  private WatchedCall watched(
      RunInHand run, NextStep.CallTools step, ToolCall call, Workspace workspace, Instant now) {
    String key = IdempotencyKey.of(run, step.phase().name(), step.iteration(), call.id());
    return new WatchedCall(
        now.plus(caller.limit(call)),
        () -> called(run, step, call, () -> caller.call(call, key, workspace)),
        begun -> called(run, step, call, () -> caller.overdue(call, begun)));
  }

  /** How a call went. */
  @FunctionalInterface
  private interface Outcome {
    ToolOutcome of() throws OutcomeUnknown;
  }

  /** Returns what to record of a call: nothing if its outcome is unknown. */
  private Optional<RunEvent> called(
      RunInHand run, NextStep.CallTools step, ToolCall call, Outcome outcome) {
    try {
      return Optional.of(
          switch (outcome.of()) {
            case ToolOutcome.Succeeded done ->
                new RunEvent.ToolCallCompleted(
                    step.phase().name(),
                    step.iteration(),
                    call.id(),
                    done.content(),
                    done.images());
            case ToolOutcome.Failed(Failure failure) -> failed(step, call, failure);
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
    }
  }

  private static RunEvent intent(NextStep.CallTools step, ToolCall call, Tool tool) {
    return new RunEvent.ToolCallStarted(
        step.phase().name(), step.iteration(), call.id(), call.tool(), tool.declaration().effect());
  }

  private static RunEvent failed(NextStep.CallTools step, ToolCall call, Failure failure) {
    return new RunEvent.ToolCallFailed(step.phase().name(), step.iteration(), call.id(), failure);
  }
}
