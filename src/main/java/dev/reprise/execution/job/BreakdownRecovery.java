package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.agent.message.Failure;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.RetrySettings;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.ServerIdentity;
import dev.reprise.platform.StackFingerprint;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.Claim;
import dev.reprise.run.RunsUnavailableException;
import dev.reprise.run.queue.Claims;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts runs back that break down while their server lives, so that they are taken on again, later
 * each time: {@code reprise.retry.workflow.*} says how often and when. Why is in the record, or in
 * the log alone where the record takes nothing.
 */
@ApplicationScoped
public class BreakdownRecovery {

  private static final System.Logger LOG = System.getLogger(BreakdownRecovery.class.getName());

  /** What the failure is called. */
  public static final String CODE = "broke_down";

  private static final int LONGEST_MESSAGE = 2_000;
  private static final int MOST_CAUSES = 20;

  /** What a database says that is up, of what it was asked; doing that again does not help. */
  private static final List<String> FAULTS_OF_A_QUESTION = List.of("22", "23", "42");

  /** A store that is away is not back in a second. */
  private static final BackOff OF_THE_STORE = BackOff.exponential(Duration.ofSeconds(10));

  @Inject Claims claims;
  @Inject RetrySettings retries;
  @Inject Redaction redaction;
  @Inject ServerIdentity server;
  @Inject Clock clock;

  /** Puts a run back that was read, and broke down then. */
  void requeue(ActiveRun run, Optional<? extends Throwable> why) {
    try {
      run.awaitDurable();
    } catch (StaleEpochException | JournalUnavailableException e) {
      LOG.log(DEBUG, "run %s goes on from what is durable".formatted(run.id()), e);
    }
    Failure failure =
        new Failure(CODE, why.map(this::inWords).orElse("the batch runtime does not say why"));
    requeue(run.claim(), failure, delay(run.state().tries().breakdowns() + 1));
  }

  /**
   * Puts a run back that broke down before its record was read to the end.
   *
   * @param admissions how often that may have happened, with this time
   * @return why
   */
  Failure requeueUnread(Claim claim, int admissions, Throwable why) {
    boolean isOfTheStore = isOfTheStore(why);
    RetryPolicy policy =
        isOfTheStore
            ? retries.workflow().withDelays(OF_THE_STORE, retries.workflow().maxDelay())
            : retries.workflow();
    String code = isOfTheStore ? LifecycleEvent.BrokeDown.STORE_UNAVAILABLE : CODE;
    LOG.log(ERROR, "run %s could not be begun".formatted(claim.run()), redaction.fault(why));
    var failure = new Failure(code, inWords(why));
    requeue(claim, failure, policy.delay(admissions, retries.random()));
    return failure;
  }

  /** What is given up at the next look need not wait for it. */
  private Duration delay(int breakdowns) {
    RetryPolicy policy = retries.workflow();
    return breakdowns == policy.attempts()
        ? Duration.ZERO
        : policy.delay(breakdowns, retries.random());
  }

  private void requeue(Claim claim, Failure failure, Duration delay) {
    try {
      if (isRecorded(claim, failure, delay) || claims.requeue(claim, delay)) {
        LOG.log(
            ERROR,
            "run %s broke down; queued again, due in %s: %s"
                .formatted(claim.run(), delay, failure));
      }
    } catch (RunsUnavailableException e) {
      LOG.log(
          ERROR,
          "run %s broke down; queued again when its lease has run out: %s"
              .formatted(claim.run(), failure),
          e);
    }
  }

  private boolean isRecorded(Claim claim, Failure failure, Duration delay) {
    try {
      var why = new LifecycleEvent.BrokeDown(server.thisStart(), failure, clock.instant());
      return claims.requeue(claim, delay, why);
    } catch (JournalUnavailableException e) {
      LOG.log(ERROR, "run %s: why it broke down is not in its record".formatted(claim.run()), e);
      return false;
    }
  }

  /** The innermost cause says most; the digest is that of all. */
  private String inWords(Throwable why) {
    String line = causes(why).reduce(why, (outer, inner) -> inner).toString().strip();
    return "%s (fault %s)"
        .formatted(
            redaction.text(line.replaceAll("\\s+", " "), LONGEST_MESSAGE),
            StackFingerprint.of(why));
  }

  private static boolean isOfTheStore(Throwable why) {
    return causes(why)
        .anyMatch(
            cause ->
                (cause instanceof SQLException e && !isOfTheQuestion(e))
                    || cause instanceof RunsUnavailableException
                    || cause instanceof JournalUnavailableException);
  }

  private static boolean isOfTheQuestion(SQLException fault) {
    return Optional.ofNullable(fault.getSQLState())
        .filter(state -> FAULTS_OF_A_QUESTION.stream().anyMatch(state::startsWith))
        .isPresent();
  }

  private static Stream<Throwable> causes(Throwable fault) {
    return Stream.<Optional<Throwable>>iterate(
            Optional.of(fault),
            Optional::isPresent,
            it -> it.flatMap(one -> Optional.ofNullable(one.getCause())))
        .flatMap(Optional::stream)
        .limit(MOST_CAUSES);
  }
}
