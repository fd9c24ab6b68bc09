package dev.reprise.execution.phase;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.budget.BudgetSteps;
import dev.reprise.execution.model.CompactionSteps;
import dev.reprise.execution.model.ModelSteps;
import dev.reprise.execution.tool.ControlSteps;
import dev.reprise.execution.tool.DelegationSteps;
import dev.reprise.execution.tool.ReconcileSteps;
import dev.reprise.execution.tool.ToolSteps;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.Consumption;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Works on a run's current phase: asks for the next step, carries it out, records what happened,
 * and repeats.
 *
 * <p>Whether the run is new, was interrupted here or is retried makes no difference: the next step
 * follows from the replayed journal alone. Tested by {@code AnyPrefixResumesTest}.
 */
@ApplicationScoped
public class PhaseLoop {

  private final Decider decider;
  private final Clock clock;
  private final PhaseStart starts;
  private final MessageSteps messages;
  private final BudgetSteps budgets;
  private final ModelSteps models;
  private final CompactionSteps compactions;
  private final ToolSteps tools;
  private final ReconcileSteps reconciliations;
  private final ControlSteps controls;
  private final DelegationSteps delegations;
  private final RetrySteps retries;
  private final LoopSteps loops;
  private final OutputSteps outputs;

  @Inject
  public PhaseLoop(
      Decider decider,
      Clock clock,
      PhaseStart starts,
      MessageSteps messages,
      BudgetSteps budgets,
      ModelSteps models,
      CompactionSteps compactions,
      ToolSteps tools,
      ReconcileSteps reconciliations,
      ControlSteps controls,
      DelegationSteps delegations,
      RetrySteps retries,
      LoopSteps loops,
      OutputSteps outputs) {
    this.decider = decider;
    this.clock = clock;
    this.starts = starts;
    this.messages = messages;
    this.budgets = budgets;
    this.models = models;
    this.compactions = compactions;
    this.tools = tools;
    this.reconciliations = reconciliations;
    this.controls = controls;
    this.delegations = delegations;
    this.retries = retries;
    this.loops = loops;
    this.outputs = outputs;
  }

  /**
   * Works, on the worker's thread, until the end of the phase is decided; the caller records it.
   *
   * @return empty if the run stops earlier, because it was asked to or must wait
   * @throws CallAbandonedException if the run was taken from the worker, which has not touched it
   *     since
   */
  public Optional<NextStep.PhaseEnd> work(ActiveRun run, Worker worker)
      throws CallAbandonedException, InterruptedException {
    while (worker.stopCause().isEmpty()) {
      switch (decider.next(run.state(), clock.instant())) {
        case NextStep.StartPhase start -> starts.begin(run, start);
        case NextStep.CallModel call -> callModel(run, call, worker);
        case NextStep.CompactTranscript compact -> {
          Optional<BudgetSteps.ReservedCall> reserved = budgets.reserve(run, compact);
          if (reserved.isPresent()) {
            BudgetSteps.ReservedCall call = reserved.get();
            spend(run, call, () -> compactions.carryOut(run, compact, call.ifUnanswered(), worker));
          }
        }
        case NextStep.CallTools calls -> callTools(run, calls, worker);
        case NextStep.ReconcileCalls calls -> reconciliations.carryOut(run, calls, worker);
        case NextStep.DeferCalls calls -> controls.begin(run, calls);
        case NextStep.EndWaits calls -> controls.end(run, calls);
        case NextStep.RejectRepeatedCalls calls -> loops.block(run, calls);
        case NextStep.SuspectLoop loop -> loops.suspect(run, loop);
        case NextStep.RejectOutput output -> outputs.reject(run, output);
        case NextStep.AwaitChildren wait when delegations.collect(run, wait) -> {}
        case NextStep.AwaitGuidance wait when messages.take(run, wait) -> {}
        case NextStep.AwaitRetry wait when retries.isHere(run, wait) -> retries.await(wait, worker);
        case NextStep.PhaseEnd end -> {
          return Optional.of(end);
        }
        case NextStep.Wait ignored -> {
          return Optional.empty();
        }
        case NextStep.Finish ignored -> {
          return Optional.empty();
        }
        case NextStep.Fail ignored -> {
          return Optional.empty();
        }
        case NextStep.GiveUp ignored -> {
          return Optional.empty();
        }
        case NextStep.Ended ignored -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private void callTools(ActiveRun run, NextStep.CallTools calls, Worker worker)
      throws CallAbandonedException, InterruptedException {
    Optional<BudgetSteps.Reserved> reserved = budgets.reserve(run, calls);
    if (reserved.isEmpty()) {
      return;
    }
    List<SupervisedCall> begun;
    try {
      begun = tools.begin(run, calls);
    } finally {
      budgets.settle(run, reserved.get()); // a call that is begun has its cost already
    }
    if (!begun.isEmpty()) {
      Consumption before = run.state().consumption();
      worker.make(begun);
      budgets.settleCharges(run, before);
    }
  }

  private void callModel(ActiveRun run, NextStep.CallModel call, Worker worker)
      throws CallAbandonedException, InterruptedException {
    if (messages.take(run, call) || takePrepaid(run, call) || !models.hasTools(run, call)) {
      return;
    }
    Optional<BudgetSteps.ReservedCall> reserved = budgets.reserve(run, call);
    if (reserved.isPresent()) {
      ModelEvent.Unanswered ifUnanswered = reserved.get().ifUnanswered();
      spend(run, reserved.get(), () -> models.carryOut(run, call, ifUnanswered, worker));
    }
  }

  private boolean takePrepaid(ActiveRun run, NextStep.CallModel call) {
    Consumption before = run.state().consumption();
    boolean isPaid = models.takePrepaid(run, call);
    if (isPaid) {
      budgets.learn(run, call, before);
    }
    return isPaid;
  }

  /** Makes a call of a model, and records what becomes of it. */
  private interface ModelStep {
    void carryOut() throws CallAbandonedException, InterruptedException;
  }

  private void spend(ActiveRun run, BudgetSteps.ReservedCall reserved, ModelStep step)
      throws CallAbandonedException, InterruptedException {
    boolean isRecorded = false;
    try {
      step.carryOut();
      isRecorded = true;
    } finally {
      if (isRecorded) {
        budgets.settle(run, reserved);
      } else {
        budgets.settleAbandoned(reserved);
      }
    }
  }

  /** Returns the phase to work on now; empty if the run ends, stops or waits here. */
  public Optional<String> due(ActiveRun run, StopCheck stop) {
    if (stop.cause().isPresent()) {
      return Optional.empty();
    }
    return decider.next(run.state(), clock.instant()) instanceof NextStep.InPhase step
            && isWork(run, step)
        ? Optional.of(step.phase().name())
        : Optional.empty();
  }

  private boolean isWork(ActiveRun run, NextStep.InPhase step) {
    return switch (step) {
      case NextStep.AwaitRetry wait -> retries.isHere(run, wait);
      case NextStep.AwaitGuidance ignored -> run.hasUnread();
      case NextStep.AwaitChildren ignored -> delegations.isDue(run);
      default -> !(step instanceof NextStep.Wait);
    };
  }

  /** Records the end of a phase, before the batch checkpoint that follows it. */
  @Transactional(TxType.NOT_SUPPORTED) // the journal's commit is its own, not the chunk's
  public void end(ActiveRun run, NextStep.PhaseEnd end) {
    run.append(event(end));
    run.awaitDurable();
  }

  /** Returns the event that records the end of a phase. */
  public static RunEvent event(NextStep.PhaseEnd end) {
    return switch (end) {
      case NextStep.CompletePhase(var phase, String output) ->
          new PhaseEvent.Completed(phase.name(), output);
      case NextStep.SkipPhase skip -> new PhaseEvent.Skipped(skip.phase().name(), skip.warning());
      case NextStep.FailPhase fail -> new PhaseEvent.Failed(fail.phase().name(), fail.failure());
    };
  }
}
