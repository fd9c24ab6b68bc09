package dev.reprise.execution;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.ToolCall;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import dev.reprise.platform.Server;
import dev.reprise.run.Claims;
import dev.reprise.run.Decider;
import dev.reprise.run.Lifecycle;
import dev.reprise.run.NextStep;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.RunsUnavailable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lets go of runs, on every path that a job can end by.
 *
 * <p>What has been reached comes first: an answer that races with a stop is an answer. A wish to
 * cancel wins over everything else that is still open.
 */
@ApplicationScoped
class Conclusion {

  private static final System.Logger LOG = System.getLogger(Conclusion.class.getName());

  /** Between two jobs of a run when the first one broke down. */
  private static final Duration BACK_OFF = Duration.ofSeconds(1);

  @Inject Claims claims;
  @Inject Runs runs;
  @Inject Decider decider;
  @Inject Server server;
  @Inject Clock clock;

  /**
   * Lets go of the run with the event that says why.
   *
   * @return the job's exit status: the status that the run has now
   * @throws dev.reprise.journal.JournalUnavailable if the database does not take it; the run is
   *     then taken on again from what is recorded, and concluded the same way
   */
  String conclude(RunInHand run, StopCheck stop) {
    RunEvent event;
    try {
      run.awaitDurable(); // only what is recorded can be concluded from
      event = reason(run, stop.cause());
      run.letGo(claims, event);
    } catch (StaleEpoch e) {
      return claimLost(run);
    }
    String status = Lifecycle.statusAfter(event).orElseThrow().name();
    LOG.log(INFO, "run %s: %s".formatted(run.id(), status));
    return status;
  }

  /** Puts a run back whose job broke down, so that it is taken on again; that costs an attempt. */
  void putBack(RunInHand run) {
    run.forget();
    try {
      if (claims.putBack(run.claim(), BACK_OFF)) {
        LOG.log(ERROR, "run %s: its job broke down; queued again, due in %s".formatted(run.id(), BACK_OFF));
      }
    } catch (RunsUnavailable e) {
      LOG.log(
          ERROR,
          "run %s: its job broke down; queued again when its lease has run out".formatted(run.id()),
          e);
    }
  }

  private RunEvent reason(RunInHand run, Optional<StopCause> cause) {
    NextStep next = decider.next(run.state(), clock.instant());
    if (next instanceof NextStep.Finish(String output)) {
      return new RunEvent.RunCompleted(output);
    }
    if (cause.equals(Optional.of(StopCause.CANCEL))) {
      return cancelled(run);
    }
    return switch (next) {
      case NextStep.Fail(var failure) -> new RunEvent.RunFailed(failure);
      case NextStep.GiveUp(var failure) -> new RunEvent.RunDeadLettered(failure);
      case NextStep.AwaitReconciliation wait -> waiting(wait);
      case NextStep.InPhase ignored -> stopped(cause);
      case NextStep.Finish ignored -> throw new IllegalStateException("handled above");
      case NextStep.Rest ignored -> throw new IllegalStateException("an ended run was admitted");
    };
  }

  private RunEvent cancelled(RunInHand run) {
    Run.CancelWish wish =
        runs.find(run.id())
            .flatMap(Run::cancelWish)
            .orElseThrow(() -> new IllegalStateException("nobody wished to cancel " + run.id()));
    return new RunEvent.RunCancelled(wish.by(), wish.reason());
  }

  private RunEvent stopped(Optional<StopCause> cause) {
    return cause.equals(Optional.of(StopCause.OPERATOR))
        ? new RunEvent.RunPaused("batch administration")
        : new RunEvent.RunHandedOver(server.thisStart());
  }

  private static RunEvent waiting(NextStep.AwaitReconciliation wait) {
    String calls = wait.calls().stream().map(ToolCall::id).collect(Collectors.joining(", "));
    return new RunEvent.RunWaiting(
        "reconciliation",
        "phase '%s': the outcome of %s is unknown and must not happen twice"
            .formatted(wait.phase().name(), calls));
  }

  private static String claimLost(RunInHand run) {
    LOG.log(
        WARNING,
        "run %s is held by someone else; this job ends and writes nothing".formatted(run.id()));
    run.forget();
    return "CLAIM_LOST";
  }
}
