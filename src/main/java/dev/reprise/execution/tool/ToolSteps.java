package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Begins the tool calls of one reply, which are then made in parallel, each with its own outcome.
 *
 * <p>The order makes a crash harmless: intents are durable before any effect, and each result is
 * recorded as it comes. No result is waited for until it is durable, because the next intent, which
 * depends on it, follows it in the journal. A call that ends without a known outcome is recorded as
 * such, with the time of its next attempt ({@link CallOutcomes}).
 */
@ApplicationScoped
public class ToolSteps {

  private static final System.Logger LOG = System.getLogger(ToolSteps.class.getName());

  private final CallPreconditions preconditions;
  private final ToolCatalogue catalogue;
  private final Workspaces workspaces;
  private final ToolAttempts attempts;

  @Inject
  ToolSteps(
      CallPreconditions preconditions,
      ToolCatalogue catalogue,
      Workspaces workspaces,
      ToolAttempts attempts) {
    this.preconditions = preconditions;
    this.catalogue = catalogue;
    this.workspaces = workspaces;
    this.attempts = attempts;
  }

  /**
   * Records what becomes of the calls of a step: an intent, or why a call is not made, such as a
   * question to a person. When this method returns, each intent that must be durable is.
   *
   * @return the calls to be made
   */
  public List<SupervisedCall> begin(ActiveRun run, NextStep.CallTools step) {
    List<Difference> differences = preconditions.differences(run, step);
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s: this server now differs in %s; no call is made, the run waits for migration"
              .formatted(run.id(), differences));
      run.stop(new DefinitionMismatch(differences, run.state().failures().refusals()));
      return List.of();
    }
    Optional<Workspace> workspace =
        workspaces.find(run.claim().tenant(), run.state().assignment().workspace());
    List<RunEvent> before = new ArrayList<>();
    List<CallAttempt> allowed = new ArrayList<>();
    ToolBreakerPermits permits = attempts.permits(run.claim().tenant());
    for (ToolCall call : step.calls()) {
      switch (preconditions.clearance(run, step, call, workspace, before)) {
        case Clearance.Withheld(List<RunEvent> instead) -> before.addAll(instead);
        case Clearance.Cleared cleared -> {
          ToolDeclaration tool = catalogue.find(call.tool()).orElseThrow().declaration();
          CallAttempt attempt = CallAttempt.of(run, step, call, tool, cleared);
          Optional<RunEvent> refusal = attempts.refusal(attempt, permits);
          before.add(refusal.orElseGet(() -> attempt.started()));
          if (refusal.isEmpty()) {
            allowed.add(attempt);
          }
        }
      }
    }
    run.append(before);
    if (allowed.stream().anyMatch(attempt -> needsRecord(attempt.tool()))) {
      run.awaitDurable(); // no effect without an intent that would survive this server
    }
    return allowed.stream()
        .map(attempt -> attempts.supervised(run, attempt, workspace.orElseThrow(), permits))
        .toList();
  }

  /** Returns whether the record must be durable first: for the call's effect, or to be read. */
  private static boolean needsRecord(ToolDeclaration tool) {
    return tool.effect() != EffectClass.READ_ONLY
        || tool.category().equals(ReadResultTool.CATEGORY);
  }
}
