package dev.reprise.api.control;

import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.api.http.OpenCall;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.api.migration.MigrationPlan;
import dev.reprise.api.migration.MigrationRequest;
import dev.reprise.api.migration.Migrations;
import dev.reprise.api.run.RunErasure;
import dev.reprise.api.run.RunTag;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.ControlEvent;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.LostInMemoryRuns;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What people do with whole runs. Each method returns the run as it is then, and throws a {@link
 * ProblemException} if its status does not allow the act, or it has moved on since the person saw
 * it; then it has changed nothing. Tested by {@code PauseIT}.
 */
@ApplicationScoped
public class RunActs {

  private final Runs runs;
  private final RunQueue queue;
  private final UnclaimedRuns unclaimed;
  private final ChildRuns children;
  private final LostInMemoryRuns lost;
  private final ToolAccessCheck access;
  private final ContinuationCheck continuation;
  private final SubmissionCheck check;
  private final HumanInputs inputs;
  private final Migrations migrations;
  private final RunErasure erasure;
  private final Clock clock;

  @Inject
  RunActs(
      Runs runs,
      RunQueue queue,
      UnclaimedRuns unclaimed,
      ChildRuns children,
      LostInMemoryRuns lost,
      ToolAccessCheck access,
      ContinuationCheck continuation,
      SubmissionCheck check,
      HumanInputs inputs,
      Migrations migrations,
      RunErasure erasure,
      Clock clock) {
    this.runs = runs;
    this.queue = queue;
    this.unclaimed = unclaimed;
    this.children = children;
    this.lost = lost;
    this.access = access;
    this.continuation = continuation;
    this.check = check;
    this.inputs = inputs;
    this.migrations = migrations;
    this.erasure = erasure;
    this.clock = clock;
  }

  /**
   * Who acts, and why.
   *
   * @param seen the only version of the run on which this person acts; empty for any
   */
  public record Act(Submitter by, Optional<String> reason, Optional<RunRow.Version> seen) {}

  /** Cancels a run that is not running at once, and asks the holder of a running one to do so. */
  public Run cancel(Run run, Act act) {
    var cancelled = new ControlEvent.Cancelled(act.by().name(), act.reason().orElse(""));
    if (!queue.cancel(run.id(), cancelled, act.seen())) {
      throw ended(run, act);
    }
    if (now(run).status() == RunStatus.CANCELLED) {
      children.cancelChildren(run.id()); // otherwise the holder of the run does this
    }
    return now(run);
  }

  /**
   * Pauses a run until it is resumed; what it waits for in the meantime is not lost. A run that is
   * paused gets one more person who has paused it.
   */
  public Run pause(Run run, Act act) {
    var paused = new ControlEvent.Paused(act.by().name(), act.reason(), clock.instant());
    for (Run now = run; now.status() == RunStatus.PAUSED; now = now(now)) {
      requireSeen(now, act);
      ReplayedRun folded = inputs.fold(now);
      if (folded.state().consumption().allowance().pausedBy().contains(paused.by())
          || unclaimed.decide(run.id(), folded.head(), List.of(paused))) {
        return now(run);
      }
    }
    if (!queue.pause(run.id(), paused, act.seen())) {
      throw ended(run, act);
    }
    return now(run);
  }

  /**
   * Resumes a paused run at the exact step, or withdraws a pause that is not carried out yet. The
   * run must be as it was when the person's right was checked; if it has moved on, that is checked
   * again.
   */
  public Run resume(Run given, Optional<Budget> budget, Act act) {
    String by = act.by().name();
    Optional<ControlEvent.BudgetSet> set =
        budget.map(limits -> new ControlEvent.BudgetSet(by, limits));
    Run run = given;
    while (true) {
      access.checkActing(run, act.by().role());
      continuation.checkResume(run, budget, act.by());
      var resumed = new ControlEvent.Resumed(by, act.reason(), clock.instant());
      boolean done =
          (isAtRest(run) && queue.resume(run.id(), set, resumed, act.seen().or(seen(run))))
              || (budget.isEmpty() && isWithdrawn(run, act));
      if (done) {
        return now(run);
      }
      Run now = now(run);
      boolean mayGoOn = isAtRest(now) || (budget.isEmpty() && now.pauseRequest().isPresent());
      if (act.seen().isPresent() || !mayGoOn || now.version().equals(run.version())) {
        throw refused(
            run,
            act,
            ProblemType.RUN_NOT_PAUSED,
            "only a run that is PAUSED, is about to be, or waits for migration or loop can be resumed");
      }
      run = now;
    }
  }

  private static Supplier<Optional<RunRow.Version>> seen(Run run) {
    return () -> Optional.of(run.version());
  }

  private boolean isWithdrawn(Run run, Act act) {
    return run.pauseRequest()
        .filter(request -> queue.withdrawPause(run.id(), request.by(), act.seen()))
        .isPresent();
  }

  private static boolean isAtRest(Run run) {
    return run.status() == RunStatus.PAUSED || run.status() == RunStatus.WAITING;
  }

  /** Retries a failed run; the steps that were completed are not repeated. */
  public Run retry(Run run, Act act) {
    if (lost.isLost(run.id())) {
      throw new ProblemException(
          ProblemType.RUN_NOT_DURABLE,
          "Run %s was submitted as not durable, and its record is lost; there is nothing to continue from."
              .formatted(run.id()));
    }
    access.checkActing(run, act.by().role());
    check.checkSwitches(run.tenant(), run.agent());
    var retried = new ControlEvent.Retried(act.by().name(), clock.instant(), act.reason());
    if (!queue.retry(run.id(), retried, act.seen())) {
      throw refused(
          run,
          act,
          ProblemType.RUN_NOT_FAILED,
          "only a run that is FAILED or DEAD_LETTER can be retried");
    }
    return now(run);
  }

  /** Erases a run that has ended, and its record. */
  public void erase(Run run, Act act) {
    erasure.erase(run.id(), act.by().name());
  }

  /** Continues a run with the tools of this server and the present version of its agent. */
  public Run migrate(Run run, Act act) {
    requireSeen(run, act);
    runs.requireRecord(run);
    access.checkActing(run, act.by().role());
    MigrationPlan plan = migrations.plan(run, MigrationRequest.TO_CURRENT);
    plan.newVersion().ifPresent(to -> access.checkMigration(run, to.definition(), act.by()));
    migrations.carryOut(run, plan, act.by().name(), act.reason().orElse(""));
    return now(run);
  }

  /** Approves each call of a run that waits for an approval. */
  public Run approve(Run run, Act act) {
    requireSeen(run, act);
    String by = act.by().name();
    access.checkActing(run, act.by().role());
    ReplayedRun folded = inputs.fold(run);
    if (act.seen().filter(seen -> seen.sequence() != folded.head().sequence()).isPresent()) {
      throw RunTag.changed(now(run));
    }
    List<OpenCall> calls =
        folded.state().openPhase().stream()
            .flatMap(phase -> OpenCall.of(run.status(), phase).stream())
            .filter(call -> call.awaits() == OpenCall.Awaited.DECISION)
            .toList();
    if (calls.isEmpty()) {
      throw new ProblemException(
          ProblemType.CALL_NOT_OPEN,
          "No call of run %s waits for an approval.".formatted(run.id()));
    }
    for (OpenCall call : calls) {
      inputs.record(
          run,
          new Statement(
                  new CallLocation(call.phase(), call.iteration(), call.id()),
                  by,
                  clock.instant(),
                  act.reason(),
                  call.digest())
              .decided(true));
    }
    return now(run);
  }

  private static void requireSeen(Run run, Act act) {
    if (hasMovedOn(run, act)) {
      throw RunTag.changed(run);
    }
  }

  private ProblemException ended(Run run, Act act) {
    Run now = now(run);
    return hasMovedOn(now, act)
        ? RunTag.changed(now)
        : new ProblemException(
            ProblemType.RUN_ENDED, "Run %s has ended as %s.".formatted(now.id(), now.status()));
  }

  private ProblemException refused(Run run, Act act, ProblemType type, String rule) {
    Run now = now(run);
    return hasMovedOn(now, act)
        ? RunTag.changed(now)
        : new ProblemException(type, "Run %s is %s; %s.".formatted(now.id(), now.status(), rule));
  }

  private static boolean hasMovedOn(Run now, Act act) {
    return act.seen().filter(seen -> !seen.equals(now.version())).isPresent();
  }

  private Run now(Run run) {
    UUID id = run.id();
    return runs.find(run.tenant(), id).orElseThrow(() -> ProblemException.noRun(id));
  }
}
