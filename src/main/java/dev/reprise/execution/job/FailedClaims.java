package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.job.RunClaimer.Refuse;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.queue.ClaimResult;
import dev.reprise.run.queue.Claims;
import dev.reprise.run.state.Attempts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** What becomes of a run that was claimed, and whose job does not go on with it. */
@ApplicationScoped
class FailedClaims {

  private static final System.Logger LOG = System.getLogger(FailedClaims.class.getName());

  @Inject Claims claims;
  @Inject BreakdownRecovery breakdowns;
  @Inject WorkflowBreakerPermits workflows;
  @Inject Redaction redaction;

  /** A run whose record cannot be believed must not go on, and not be tried for ever either. */
  Refuse unusable(ClaimResult.Admitted admitted, RuntimeException e) {
    LOG.log(
        ERROR,
        "run %s fails: its record cannot be used".formatted(admitted.claim().run()),
        redaction.fault(e));
    String code = e instanceof KeyMissingException ? "key_missing" : "record_broken";
    return of(admitted, new Failure(code, redaction.text(String.valueOf(e.getMessage()))));
  }

  /** Has the run fail. */
  Refuse of(ClaimResult.Admitted admitted, Failure failure) {
    return end(admitted, new LifecycleEvent.Failed(failure), failure);
  }

  /** What ends those who read the record is not read once more. */
  Refuse exhausted(ClaimResult.Admitted admitted, int admissions) {
    Failure failure = Attempts.unread(admissions);
    LOG.log(ERROR, "run %s is given up: %s".formatted(admitted.claim().run(), failure));
    return end(admitted, new LifecycleEvent.DeadLettered(failure), failure);
  }

  private Refuse end(ClaimResult.Admitted admitted, RunEvent end, Failure failure) {
    claims.release(admitted.claim(), admitted.head(), end).await();
    workflows.release(admitted.claim().run(), end);
    return new Refuse(failure.message());
  }

  /** Nothing is known of the record; it may be the server or the database that broke down. */
  Refuse brokeDown(ClaimResult.Admitted admitted, Throwable e) {
    workflows.left(admitted.claim().run());
    int admissions = admitted.row().setbacks().admissionsWithNext();
    return new Refuse(breakdowns.requeueUnread(admitted.claim(), admissions, e).message());
  }
}
