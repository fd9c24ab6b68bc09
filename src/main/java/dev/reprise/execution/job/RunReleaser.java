package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.telemetry.RunTracing;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.Claims;
import dev.reprise.queue.QueueSignal;
import dev.reprise.queue.inbox.DecisionInbox;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Releases runs, on every path by which a job can end. Tested by {@code CleanStopIT}. */
@ApplicationScoped
public class RunReleaser {

  private static final System.Logger LOG = System.getLogger(RunReleaser.class.getName());

  private final Claims claims;
  private final Runs runs;
  private final ChildRuns children;
  private final DecisionInbox decisions;
  private final QueueSignal due;
  private final Decider decider;
  private final WorkflowBreakerPermits workflows;
  private final RunTracing tracing;
  private final ServerIdentity server;
  private final Clock clock;

  @Inject
  RunReleaser(
      Claims claims,
      Runs runs,
      ChildRuns children,
      DecisionInbox decisions,
      QueueSignal due,
      Decider decider,
      WorkflowBreakerPermits workflows,
      RunTracing tracing,
      ServerIdentity server,
      Clock clock) {
    this.claims = claims;
    this.runs = runs;
    this.children = children;
    this.decisions = decisions;
    this.due = due;
    this.decider = decider;
    this.workflows = workflows;
    this.tracing = tracing;
    this.server = server;
    this.clock = clock;
  }

  /**
   * Releases the run with the event that says why.
   *
   * @return the job's exit status: the status that the run has now
   * @throws dev.reprise.journal.JournalUnavailableException if the database does not take the
   *     event; a server then claims the run again from its record, and releases it the same way
   */
  String release(ActiveRun run, StopCheck stop) {
    return release(run, stop, Optional.empty());
  }

  /**
   * Releases the run likewise, and records the end of its last phase at once with that event.
   *
   * @param phaseEnd empty if the end of the phase is recorded
   */
  String release(ActiveRun run, StopCheck stop, Optional<RunEvent> phaseEnd) {
    return run.context().in(() -> releaseInContext(run, stop, phaseEnd));
  }

  private String releaseInContext(ActiveRun run, StopCheck stop, Optional<RunEvent> phaseEnd) {
    if (stop.cause().equals(Optional.of(StopCause.CLAIM_LOST))) {
      return claimLost(run); // the heartbeat noticed it before an append was refused
    }
    RunEvent event;
    try {
      run.awaitDurable(); // the decision must follow from the record
      Instant now = clock.instant();
      var decision = new ReleaseDecision(server.thisStart(), now, evidence(run));
      NextStep next = next(run, decider.next(after(run, phaseEnd), now));
      event = decision.event(next, stop.cause());
      run.release(claims, Stream.concat(phaseEnd.stream(), Stream.of(event)).toList());
      workflows.release(run.id(), event);
      tracing.end(run.claim(), event);
    } catch (StaleEpochException e) {
      return claimLost(run);
    } catch (JournalUnavailableException e) {
      LOG.log(ERROR, "run %s: could not be released; its job breaks down".formatted(run.id()), e);
      throw e;
    }
    RunStatus status = StatusTransitions.statusAfter(event).orElseThrow();
    LOG.log(INFO, "run %s: %s".formatted(run.id(), status));
    if (status.isEnded()) {
      tellOthers(run, status);
    } else if (status != RunStatus.QUEUED) {
      due.fireForWaiting(); // for decisions that came while it was at work
    }
    return status.name();
  }

  /**
   * Returns whether the release will leave a run that an operator may want to restart: one that
   * waits, pauses or fails.
   */
  boolean leavesUnfinished(ActiveRun run) {
    boolean isStoppedForGood =
        run.stopCause()
            .filter(
                cause ->
                    switch (cause) {
                      case CANCEL, DRAIN, CLAIM_LOST, RECORD_LOST -> true;
                      case PAUSE, OPERATOR, MISFIT, UNRECORDABLE -> false;
                    })
            .isPresent();
    return !isStoppedForGood
        && !(next(run, decider.next(run.state(), clock.instant())) instanceof NextStep.Finish);
  }

  /** Returns whether the run is complete once the end of a phase is recorded. */
  boolean isCompleteAfter(ActiveRun run, RunEvent phaseEnd) {
    return run.stopCause().isEmpty()
        && decider.next(after(run, Optional.of(phaseEnd)), clock.instant())
            instanceof NextStep.Finish;
  }

  private static RunState after(ActiveRun run, Optional<RunEvent> phaseEnd) {
    return phaseEnd.map(run.state()::apply).orElseGet(run::state);
  }

  /** A run with a complete record has reached its end, however late that was recorded. */
  public static NextStep next(ActiveRun run, NextStep decided) {
    return decided instanceof NextStep.Finish
        ? decided
        : run.unrecordable().<NextStep>map(NextStep.Fail::new).orElse(decided);
  }

  /** Notifies the parent and the child runs; without the notice they notice by polling, later. */
  private void tellOthers(ActiveRun run, RunStatus status) {
    if (run.state().delegation().isPresent()) {
      due.fireForWaiting();
    }
    if (status != RunStatus.COMPLETED) {
      try {
        children.cancelChildren(run.id());
      } catch (DatabaseException e) {
        LOG.log(
            WARNING,
            "run %s: its child runs could not be cancelled; the recovery sweep tries again"
                .formatted(run.id()),
            e);
      }
    }
  }

  private ReleaseDecision.Evidence evidence(ActiveRun run) {
    return new ReleaseDecision.Evidence() {
      @Override
      public Run.CancelRequest cancel() {
        return row(run).cancelRequest().orElseThrow(() -> nothingToRelease(run));
      }

      @Override
      public boolean hasDecisions() {
        return decisions.hasReadable(run.id());
      }

      @Override
      public Optional<Run.PauseRequest> pause() {
        return row(run).pauseRequest();
      }

      @Override
      public DefinitionMismatch mismatch() {
        return run.mismatch();
      }
    };
  }

  private Run row(ActiveRun run) {
    return runs.find(run.id()).orElseThrow(() -> nothingToRelease(run));
  }

  private static IllegalStateException nothingToRelease(ActiveRun run) {
    return new IllegalStateException("run %s: no request to stop is stored".formatted(run.id()));
  }

  private String claimLost(ActiveRun run) {
    tracing.lost(run.claim());
    LOG.log(
        WARNING,
        "run %s: another server holds it; this job ends and writes nothing".formatted(run.id()));
    return "CLAIM_LOST";
  }
}
