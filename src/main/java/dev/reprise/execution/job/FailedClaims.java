package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.job.RunClaimer.Failed;
import dev.reprise.execution.job.RunClaimer.Refused;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.Claims;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Ends or requeues claimed runs that their job cannot continue. */
@ApplicationScoped
class FailedClaims {

  private static final System.Logger LOG = System.getLogger(FailedClaims.class.getName());

  private final Claims claims;
  private final BreakdownRecovery breakdowns;
  private final WorkflowBreakerPermits workflows;
  private final Redaction redaction;

  @Inject
  FailedClaims(
      Claims claims,
      BreakdownRecovery breakdowns,
      WorkflowBreakerPermits workflows,
      Redaction redaction) {
    this.claims = claims;
    this.breakdowns = breakdowns;
    this.workflows = workflows;
    this.redaction = redaction;
  }

  /**
   * Fails a run whose record cannot be trusted: it must neither continue nor be retried forever.
   */
  Failed unusable(ClaimResult.Admitted admitted, RuntimeException e) {
    LOG.log(
        ERROR,
        "run %s: fails, its record cannot be used".formatted(admitted.claim().run()),
        redaction.fault(e));
    String code = e instanceof KeyMissingException ? "key_missing" : "record_broken";
    return of(admitted, new Failure(code, redaction.text(String.valueOf(e.getMessage()))));
  }

  /** Fails the run. */
  Failed of(ClaimResult.Admitted admitted, Failure failure) {
    return end(admitted, new LifecycleEvent.Failed(failure), failure);
  }

  /** Gives up a run before its work begins again. */
  Failed givenUp(ClaimResult.Admitted admitted, Failure failure) {
    LOG.log(ERROR, "run %s: given up, %s".formatted(admitted.claim().run(), failure));
    return end(admitted, new LifecycleEvent.DeadLettered(failure), failure);
  }

  private Failed end(ClaimResult.Admitted admitted, RunEvent end, Failure failure) {
    claims.release(admitted.claim(), admitted.head(), end).await();
    workflows.release(admitted.claim().run(), end);
    return new Failed(
        admitted.claim(), StatusTransitions.statusAfter(end).orElseThrow(), failure.message());
  }

  /** Requeues a run whose claim broke down; the fault may be the server's or the database's. */
  Refused brokeDown(ClaimResult.Admitted admitted, Throwable e) {
    workflows.abandon(admitted.claim().run());
    int admissions = admitted.row().holderFailures().admissionsWithNext();
    return new Refused(breakdowns.requeueUnread(admitted.claim(), admissions, e).message());
  }
}
