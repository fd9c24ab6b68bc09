package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.ToolGateway;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.LiveCallProgress;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out the tool calls of one reply side by side, each with its own fate.
 *
 * <p>The order is what makes a crash harmless: intents are durable before any effect, and each
 * result is recorded as it comes. Nobody waits for a result to be durable: what depends on it, the
 * next intent, stands behind it in the journal. Of a call that ends without a known outcome that is
 * recorded, with when it goes on ({@link CallOutcomes}).
 */
@ApplicationScoped
public class ToolSteps {

  private static final System.Logger LOG = System.getLogger(ToolSteps.class.getName());

  private CallPreconditions clearance;
  private ToolCatalogue catalogue;
  private ToolCaller caller;
  private CallPolicies terms;
  private ToolGateway gateway;
  private Workspaces workspaces;
  private CallOutcomes ends;
  private LiveCallProgress live;
  private SharedBreakers breakers;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolSteps() {}

  @Inject
  public ToolSteps(
      CallPreconditions clearance,
      ToolCatalogue catalogue,
      ToolCaller caller,
      CallPolicies terms,
      ToolGateway gateway,
      Workspaces workspaces,
      ToolRetries retries,
      LiveCallProgress live,
      Redaction redaction,
      SharedBreakers breakers,
      Clock clock) {
    this.clearance = clearance;
    this.catalogue = catalogue;
    this.caller = caller;
    this.terms = terms;
    this.gateway = gateway;
    this.workspaces = workspaces;
    this.ends = new CallOutcomes(retries, terms, redaction);
    this.live = live;
    this.breakers = breakers;
    this.clock = clock;
  }

  public void carryOut(ActiveRun run, NextStep.CallTools step, Worker worker)
      throws CallAbandonedException, InterruptedException {
    List<Difference> differences = clearance.differences(run, step);
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s makes no call here and waits for migration: this server differs now in %s"
              .formatted(run.id(), differences));
      run.stop(new DefinitionMismatch(differences, run.state().refusals()));
      return;
    }
    Optional<Workspace> workspace = workspaces.find(run.claim().tenant(), run.state().workspace());
    List<RunEvent> before = new ArrayList<>();
    List<CallAttempt> allowed = new ArrayList<>();
    var passages = new ToolBreakerPermits(breakers, caller, gateway.bound(), run.claim().tenant());
    for (ToolCall call : step.calls()) {
      Optional<RunEvent> instead = clearance.instead(run, step, call, workspace);
      if (instead.isPresent()) {
        before.add(instead.get());
        continue;
      }
      ToolDeclaration tool = catalogue.find(call.tool()).orElseThrow().declaration();
      CallAttempt attempt = CallAttempt.of(run, step, call, tool);
      Optional<Fault> refusal = passages.refusal(call);
      before.add(refusal.map(why -> ends.refused(attempt, why)).orElseGet(attempt::started));
      if (refusal.isEmpty()) {
        allowed.add(attempt);
      }
    }
    run.append(before);
    if (!allowed.isEmpty()) {
      if (allowed.stream().anyMatch(attempt -> needsRecord(attempt.tool()))) {
        run.awaitDurable(); // no effect without an intent that would survive this server
      }
      worker.make(
          allowed.stream()
              .map(attempt -> watched(run, attempt, workspace.orElseThrow(), passages))
              .toList());
    }
  }

  /** Returns whether what was recorded before is to be durable: for its effect, or to be read. */
  private static boolean needsRecord(ToolDeclaration tool) {
    return tool.effect() != EffectClass.READ_ONLY
        || tool.category().equals(ReadResultTool.CATEGORY);
  }

  private SupervisedCall watched(
      ActiveRun run, CallAttempt attempt, Workspace workspace, ToolBreakerPermits passages) {
    NextStep.CallTools step = attempt.step();
    ToolCall call = attempt.call();
    CallContext context =
        CallContexts.of(run, step.phase(), step.iteration(), call, workspace)
            .withProgress(
                run.agent().recordsBodies()
                    ? live.open(run.id(), place(step, call))
                    : CallProgress.UNHEARD);
    Duration limit = caller.limit(call, context.origin().grant());
    var time = new CallDeadline(clock, limit);
    ToolBreakerPermits.Invocation making =
        () ->
            terms.inTurn(
                call,
                limit,
                () -> {
                  time.begin();
                  return gateway.call(call, context);
                });
    return new SupervisedCall(
        time::end,
        () -> called(run, attempt, () -> passages.make(call, making)),
        ignored -> called(run, attempt, () -> passages.timedOut(call, limit, time.hasBegun())));
  }

  private Optional<RunEvent> called(
      ActiveRun run, CallAttempt attempt, ToolBreakerPermits.Invocation making) {
    try {
      return Optional.of(ends.of(run, attempt, making.make()));
    } catch (OutcomeUnknownException e) {
      return Optional.of(ends.of(run, attempt, e));
    } finally {
      live.close(run.id(), place(attempt.step(), attempt.call()));
    }
  }

  private static LiveCallProgress.Place place(NextStep.CallTools step, ToolCall call) {
    return new LiveCallProgress.Place(step.phase().name(), step.iteration(), call.id());
  }
}
