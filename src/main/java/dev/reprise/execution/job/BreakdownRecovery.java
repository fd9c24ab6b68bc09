package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.telemetry.RunTracing;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.Causes;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.ServerFaults;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Requeues runs that break down while their server lives, so that a server claims them again, later
 * each time: {@code reprise.retry.workflow.*} says how often and when. The reason is in the record,
 * or only in the log if the journal takes nothing.
 */
@ApplicationScoped
public class BreakdownRecovery {

  private static final System.Logger LOG = System.getLogger(BreakdownRecovery.class.getName());

  /** The code of the failure. */
  public static final String CODE = "broke_down";

  private static final int LONGEST_MESSAGE = 2_000;

  /** A database that is down, or a server that lacks something, is not back in a second. */
  private static final BackOff OTHERS_BACK_OFF = BackOff.exponential(Duration.ofSeconds(10));

  private final Claims claims;
  private final RetrySettings retries;
  private final Redaction redaction;
  private final RunTracing tracing;
  private final ServerIdentity server;
  private final ServerFaults faults;
  private final Clock clock;

  @Inject
  BreakdownRecovery(
      Claims claims,
      RetrySettings retries,
      Redaction redaction,
      RunTracing tracing,
      ServerIdentity server,
      ServerFaults faults,
      Clock clock) {
    this.claims = claims;
    this.retries = retries;
    this.redaction = redaction;
    this.tracing = tracing;
    this.server = server;
    this.faults = faults;
    this.clock = clock;
  }

  /** Requeues a run that broke down after its record was read. */
  void requeue(ActiveRun run, Optional<? extends Throwable> why) {
    try {
      run.awaitDurable();
    } catch (StaleEpochException | JournalUnavailableException e) {
      LOG.log(DEBUG, "run %s: continues from what is durable".formatted(run.id()), e);
    }
    String code = why.map(this::code).orElse(CODE);
    int breakdowns = run.state().failures().attempts().breakdowns() + 1;
    requeue(
        run.claim(),
        new Failure(code, why.map(this::description).orElse("the batch runtime does not say why")),
        code.equals(CODE) ? delay(breakdowns) : policy(code).delay(breakdowns, retries.random()));
  }

  /**
   * Requeues a run that broke down before its record was read to the end.
   *
   * @param admissions how often this may have happened, including this time
   * @return the failure
   */
  Failure requeueUnread(Claim claim, int admissions, Throwable why) {
    String code = code(why);
    LOG.log(ERROR, "run %s: could not be started".formatted(claim.run()), redaction.fault(why));
    var failure = new Failure(code, description(why));
    requeue(claim, failure, policy(code).delay(admissions, retries.random()));
    return failure;
  }

  private RetryPolicy policy(String code) {
    return code.equals(CODE)
        ? retries.workflow()
        : retries.workflow().withDelays(OTHERS_BACK_OFF, retries.workflow().maxDelay());
  }

  private String code(Throwable why) {
    if (faults.note(why)) {
      return LifecycleEvent.BrokeDown.SERVER_FAULT;
    }
    return isOfTheStore(why) ? LifecycleEvent.BrokeDown.STORE_UNAVAILABLE : CODE;
  }

  /** A run that the next claim gives up need not wait for it. */
  private Duration delay(int breakdowns) {
    RetryPolicy policy = retries.workflow();
    return breakdowns == policy.attempts()
        ? Duration.ZERO
        : policy.delay(breakdowns, retries.random());
  }

  private void requeue(Claim claim, Failure failure, Duration delay) {
    tracing.end(claim, new LifecycleEvent.BrokeDown(server.thisStart(), failure, clock.instant()));
    try {
      if (isRecorded(claim, failure, delay) || claims.requeue(claim, delay)) {
        LOG.log(
            ERROR,
            "run %s: broke down, queued again, due in %s: %s"
                .formatted(claim.run(), delay, failure));
      }
    } catch (DatabaseException e) {
      LOG.log(
          ERROR,
          "run %s: broke down, queued again after its lease has expired: %s"
              .formatted(claim.run(), failure),
          e);
    }
  }

  private boolean isRecorded(Claim claim, Failure failure, Duration delay) {
    try {
      var why = new LifecycleEvent.BrokeDown(server.thisStart(), failure, clock.instant());
      return claims.requeue(claim, delay, why);
    } catch (JournalUnavailableException e) {
      LOG.log(ERROR, "run %s: its record does not say why it broke down".formatted(claim.run()), e);
      return false;
    }
  }

  /** The innermost cause is the most specific; the fingerprint covers all causes. */
  private String description(Throwable why) {
    String line = FailureText.of(Causes.root(why)).strip();
    return "%s (fault %s)"
        .formatted(
            redaction.text(line.replaceAll("\\s+", " "), LONGEST_MESSAGE),
            StackFingerprint.of(why));
  }

  private static boolean isOfTheStore(Throwable why) {
    return Causes.of(why)
        .anyMatch(
            cause ->
                (cause instanceof SQLException e && !SqlErrors.isStatementAtFault(e))
                    || SqlErrors.isFailedByContainer(cause)
                    || cause instanceof DatabaseException
                    || cause instanceof JournalUnavailableException);
  }
}
