package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import java.time.Instant;
import java.util.Optional;

/**
 * Says what to record of an attempt at a call: its result, or that it is made again, or that nobody
 * knows what became of it and when it is made again, if it is.
 *
 * <p>That a call failed is said only where its effect cannot have happened. Of one that may have
 * happened before, a failure that may pass says nothing about that time: it stays in doubt. A
 * lasting one is the tool's answer, which for the same idempotency key is the same each time.
 */
record CallOutcomes(ToolRetries retries, CallPolicies terms, Redaction redaction) {

  private static final System.Logger LOG = System.getLogger(CallOutcomes.class.getName());

  /** Returns what to record of an attempt that was made, or that a bound kept from being made. */
  RunEvent of(ActiveRun run, CallAttempt attempt, CallResult ended) {
    return switch (ended.outcome()) {
      case ToolOutcome.Succeeded done ->
          new ToolCallEvent.Completed(
              attempt.step().phase().name(),
              attempt.step().iteration(),
              attempt.call().id(),
              done.content(),
              done.images(),
              terms.resultLimit(run, attempt.call()));
      case ToolOutcome.Failed(Failure failure) ->
          ended
              .fault()
              .map(fault -> failed(run, attempt, failure, fault))
              .orElseGet(() -> attempt.failed(failure));
    };
  }

  private RunEvent failed(ActiveRun run, CallAttempt attempt, Failure failure, Fault fault) {
    if (fault.kind() == FailureClass.LEASE_UNCONFIRMED) {
      return notBegun(attempt, failure, fault);
    }
    if (attempt.mayHaveHappened() && fault.isTransient()) {
      return unknown(run, attempt, failure, fault);
    }
    Optional<Instant> next = retries.next(run.agent(), attempt, fault);
    next.ifPresent(time -> log(run, attempt, failure, "it failed; it is called again at " + time));
    return next.map(time -> attempt.retrying(failure, time))
        .orElseGet(() -> attempt.failed(failure));
  }

  /** This server was not sure of the run; whoever is makes the call, whatever the policy says. */
  private RunEvent notBegun(CallAttempt attempt, Failure failure, Fault fault) {
    Optional<Instant> next = retries.after(attempt, fault);
    return attempt.mayHaveHappened()
        ? attempt.unknown(attempt.failures(), failure, next)
        : next.map(time -> attempt.retrying(failure, time))
            .orElseGet(() -> attempt.failed(failure));
  }

  /** Returns what to record of an attempt that was made and of which nobody knows how it ended. */
  RunEvent of(ActiveRun run, CallAttempt attempt, OutcomeUnknownException ended) {
    Fault fault = FaultClassifier.of(ended);
    var failure = new Failure(fault.kind().code(), String.valueOf(ended.getMessage()));
    if (attempt.tool().effect() != EffectClass.READ_ONLY) {
      return unknown(run, attempt, failure, fault);
    }
    return retries
        .nextOfUnknown(run.agent(), attempt, fault)
        .map(time -> attempt.retrying(failure, time))
        .orElseGet(() -> attempt.failed(failure));
  }

  private RunEvent unknown(ActiveRun run, CallAttempt attempt, Failure failure, Fault fault) {
    Optional<Instant> next =
        attempt.tool().effect() == EffectClass.ONCE
            ? Optional.empty()
            : retries.nextOfUnknown(run.agent(), attempt, fault);
    log(
        run,
        attempt,
        failure,
        next.map(time -> "nobody knows whether it happened; it goes on at " + time)
            .orElse("nobody knows whether it happened, and it is not made again by itself"));
    return attempt.unknown(attempt.number(), failure, next);
  }

  /**
   * Returns what to record of an attempt that was not made, because its tool is left alone: of a
   * call that may have happened, that it is put off, which is no attempt.
   */
  RunEvent refused(CallAttempt attempt, Fault why) {
    var failure = new Failure(why.kind().code(), why.message());
    return attempt.mayHaveHappened()
        ? attempt.unknown(attempt.failures(), failure, retries.after(attempt, why))
        : attempt.failed(failure);
  }

  private void log(ActiveRun run, CallAttempt attempt, Failure failure, String consequence) {
    LOG.log(
        WARNING,
        "run %s, phase %s, call %s: %s, attempt %d (%s): %s"
            .formatted(
                run.id(),
                attempt.step().phase().name(),
                attempt.call().id(),
                attempt.call().tool(),
                attempt.number(),
                redaction.text(failure.toString()),
                consequence));
  }
}
