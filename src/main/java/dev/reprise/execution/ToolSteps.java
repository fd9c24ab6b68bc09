package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Failure;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.StepThreads.ForSteps;
import dev.reprise.run.NextStep;
import dev.reprise.tool.OutcomeUnknown;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolCaller;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

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
  private ExecutorService executor;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolSteps() {}

  @Inject
  ToolSteps(
      ToolCatalogue catalogue,
      ToolCaller caller,
      Workspaces workspaces,
      @ForSteps ExecutorService executor) {
    this.catalogue = catalogue;
    this.caller = caller;
    this.workspaces = workspaces;
    this.executor = executor;
  }

  void carryOut(RunInHand run, NextStep.CallTools step, StopCheck stop)
      throws InterruptedException {
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
      callAll(run, step, allowed, workspace.orElseThrow(), stop);
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

  private void callAll(
      RunInHand run,
      NextStep.CallTools step,
      List<ToolCall> calls,
      Workspace workspace,
      StopCheck stop)
      throws InterruptedException {
    CompletionService<Optional<RunEvent>> results = new ExecutorCompletionService<>(executor);
    List<Future<Optional<RunEvent>>> running =
        calls.stream()
            .map(call -> results.submit(() -> called(run, step, call, workspace)))
            .toList();
    try {
      for (int open = calls.size(); open > 0 && stop.letsStepFinish(); ) {
        Future<Optional<RunEvent>> ended = results.poll(StopCheck.EVERY_MILLIS, MILLISECONDS);
        if (ended != null) {
          open--;
          result(ended).ifPresent(run::append);
        }
      }
    } finally {
      running.forEach(call -> call.cancel(true)); // of no effect on calls that have ended
    }
  }

  /** Makes one call, on a thread of its own; returns nothing if its outcome is unknown. */
  private Optional<RunEvent> called(
      RunInHand run, NextStep.CallTools step, ToolCall call, Workspace workspace)
      throws InterruptedException {
    try {
      return Optional.of(
          switch (caller.call(call, idempotencyKey(run, step, call), workspace)) {
            case ToolOutcome.Succeeded done ->
                new RunEvent.ToolCallCompleted(
                    step.phase().name(), step.iteration(), call.id(), done.content());
            case ToolOutcome.Failed(Failure failure) -> failed(step, call, failure);
          });
    } catch (OutcomeUnknown e) {
      LOG.log(
          WARNING,
          "run %s, phase %s, call %s: %s; its effect class decides what becomes of it"
              .formatted(run.id(), step.phase().name(), call.id(), e.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<RunEvent> result(Future<Optional<RunEvent>> ended)
      throws InterruptedException {
    try {
      return ended.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a tool call broke down outside its tool", e.getCause());
    }
  }

  private static String idempotencyKey(RunInHand run, NextStep.CallTools step, ToolCall call) {
    return "%s/%s/%d/%s".formatted(run.id(), step.phase().name(), step.iteration(), call.id());
  }

  private static RunEvent intent(NextStep.CallTools step, ToolCall call, Tool tool) {
    return new RunEvent.ToolCallStarted(
        step.phase().name(), step.iteration(), call.id(), call.tool(), tool.declaration().effect());
  }

  private static RunEvent failed(NextStep.CallTools step, ToolCall call, Failure failure) {
    return new RunEvent.ToolCallFailed(step.phase().name(), step.iteration(), call.id(), failure);
  }
}
