package dev.reprise.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.platform.StepThreads.ForSteps;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes one call of a tool: finds it, checks the arguments, runs it within its time on another
 * thread, and cuts its result to 64 KiB. In the same way it asks a tool what became of a call.
 */
@ApplicationScoped
public class ToolCaller {

  private static final System.Logger LOG = System.getLogger(ToolCaller.class.getName());
  private static final int MAX_MESSAGE_LENGTH = 500;

  private ToolCatalogue catalogue;
  private ExecutorService executor;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolCaller() {}

  @Inject
  ToolCaller(ToolCatalogue catalogue, @ForSteps ExecutorService executor) {
    this.catalogue = catalogue;
    this.executor = executor;
  }

  /**
   * Calls a tool and waits for its outcome. All that goes wrong before an effect is an outcome too:
   * an unknown tool, arguments that do not fit, a tool that fails.
   *
   * @param idempotencyKey the same for every attempt at this call, and for no other call
   * @throws OutcomeUnknown if the call was begun and then was interrupted, ran out of time (only
   *     where the tool has an effect: reading too long is a failure), or could not tell
   * @throws InterruptedException if the caller is interrupted; the tool then is too
   * @throws java.util.concurrent.RejectedExecutionException if the executor takes no more work; the
   *     call was not begun
   */
  public ToolOutcome call(ToolCall call, String idempotencyKey, Workspace workspace)
      throws OutcomeUnknown, InterruptedException {
    try {
      CataloguedTool tool = catalogue.require(call.tool());
      var arguments = tool.schema().read(call.arguments());
      return cut(run(tool, new ToolRequest(arguments, idempotencyKey, workspace)));
    } catch (ToolFailure e) {
      return new ToolOutcome.Failed(e.failure());
    }
  }

  /**
   * Asks a tool what became of a call that was begun. All that keeps the tool from saying so, such
   * as a failure or too little time, means that it cannot tell.
   *
   * @param idempotencyKey that the call was made with
   * @throws InterruptedException if the caller is interrupted; the tool then is too
   */
  public Reconciliation reconcile(ToolCall call, String idempotencyKey, Workspace workspace)
      throws InterruptedException {
    try {
      CataloguedTool tool = catalogue.require(call.tool());
      var arguments = tool.schema().read(call.arguments());
      return cut(ask(tool, new ToolRequest(arguments, idempotencyKey, workspace)));
    } catch (ToolFailure e) {
      return new Reconciliation.CannotTell(e.failure().message());
    }
  }

  private Reconciliation ask(CataloguedTool tool, ToolRequest request) throws InterruptedException {
    String name = tool.declaration().name();
    if (!(tool.tool() instanceof ReconcilableTool reconcilable)) {
      return new Reconciliation.CannotTell(name + " cannot be asked any more");
    }
    Future<Reconciliation> asked =
        executor.submit(
            () ->
                Objects.requireNonNull(reconcilable.reconcile(request), "the tool returned null"));
    try {
      return asked.get(tool.declaration().timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      LOG.log(
          WARNING,
          "%s could not tell what became of call %s".formatted(name, request.idempotencyKey()),
          cause);
      return new Reconciliation.CannotTell(
          "%s failed: %s".formatted(name, request.workspace().hideFrom(oneLine(cause))));
    } catch (TimeoutException e) {
      return new Reconciliation.CannotTell(name + " gave no answer within " + limit(tool));
    } finally {
      asked.cancel(true); // of no effect on one that has answered
    }
  }

  private ToolOutcome run(CataloguedTool tool, ToolRequest request)
      throws ToolFailure, OutcomeUnknown, InterruptedException {
    var attempt = new Attempt(tool.tool(), request);
    Future<ToolOutcome> running = executor.submit(attempt);
    try {
      return running.get(tool.declaration().timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return failed(tool, request, Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      return timedOut(tool, attempt.withdraw());
    } finally {
      running.cancel(true); // of no effect on a call that has ended
    }
  }

  private static ToolOutcome timedOut(CataloguedTool tool, boolean withdrawn)
      throws OutcomeUnknown {
    String limit = limit(tool);
    String name = tool.declaration().name();
    if (withdrawn) {
      return ToolOutcome.failed("timeout", name + " did not come to begin within " + limit);
    }
    if (tool.declaration().effect() == EffectClass.READ_ONLY) {
      return ToolOutcome.failed("timeout", name + " was stopped after " + limit);
    }
    throw new OutcomeUnknown(name, "it did not end within " + limit);
  }

  private static String limit(CataloguedTool tool) {
    return tool.declaration().timeout().toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static ToolOutcome failed(CataloguedTool tool, ToolRequest request, Throwable cause)
      throws ToolFailure, OutcomeUnknown {
    String name = tool.declaration().name();
    switch (cause) {
      case ToolFailure failure -> throw failure;
      case OutcomeUnknown unknown -> throw unknown;
      case InterruptedException e -> throw new OutcomeUnknown(name, "it was interrupted", e);
      case ClosedByInterruptException e -> throw new OutcomeUnknown(name, "it was interrupted", e);
      default -> {
        String call = "call %s of %s".formatted(request.idempotencyKey(), name);
        LOG.log(WARNING, call + " failed; the model is told and may go another way", cause);
        return ToolOutcome.failed(
            "tool_failed", name + " failed: " + request.workspace().hideFrom(oneLine(cause)));
      }
    }
  }

  private static String oneLine(Throwable cause) {
    String text =
        (cause.getClass().getSimpleName() + ": " + cause.getMessage()).replaceAll("\\s+", " ");
    return text.length() > MAX_MESSAGE_LENGTH ? text.substring(0, MAX_MESSAGE_LENGTH) + "…" : text;
  }

  private static ToolOutcome cut(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded done ->
          new ToolOutcome.Succeeded(ResultLimit.apply(done.content()));
      case ToolOutcome.Failed failed -> failed;
    };
  }

  private static Reconciliation cut(Reconciliation answer) {
    return switch (answer) {
      case Reconciliation.Happened happened ->
          new Reconciliation.Happened(ResultLimit.apply(happened.content()));
      case Reconciliation.DidNotHappen no -> no;
      case Reconciliation.CannotTell unknown -> unknown;
    };
  }
}
