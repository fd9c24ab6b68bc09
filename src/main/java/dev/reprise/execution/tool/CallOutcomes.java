package dev.reprise.execution.tool;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.policy.CallCosts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says what to record of an attempt at a call: its result, or that it is retried, or that its
 * outcome is unknown and when it is retried, if it is.
 *
 * <p>A call is recorded as failed only if its effect cannot have happened. If an earlier attempt
 * may have had its effect, a transient failure says nothing about that attempt: the call stays in
 * doubt. A permanent failure is the tool's answer, which for the same idempotency key is the same
 * each time. Tested by {@code ResumeTest}.
 */
@ApplicationScoped
class CallOutcomes {

  private static final System.Logger LOG = System.getLogger(CallOutcomes.class.getName());

  private final ToolRetries retries;
  private final CallPolicies policies;
  private final CallCosts costs;
  private final DelegationSteps delegations;
  private final Redaction redaction;

  @Inject
  CallOutcomes(
      ToolRetries retries,
      CallPolicies policies,
      CallCosts costs,
      DelegationSteps delegations,
      Redaction redaction) {
    this.retries = retries;
    this.policies = policies;
    this.costs = costs;
    this.delegations = delegations;
    this.redaction = redaction;
  }

  /** Returns what to record of an attempt that was made, or that a limit prevented. */
  List<RunEvent> of(ActiveRun run, CallAttempt attempt, CallResult ended) {
    List<RunEvent> events = new ArrayList<>();
    ended.code().forEach(code -> events.add(attempt.ran(code)));
    ended.usd().ifPresent(usd -> events.add(charged(run, attempt, usd)));
    events.add(
        ended
            .task()
            .map(task -> required(run, attempt, task))
            .orElseGet(() -> outcome(run, attempt, ended)));
    return events;
  }

  private RunEvent required(ActiveRun run, CallAttempt attempt, AgentTask task) {
    try {
      return delegations.required(run, attempt.step(), attempt.call(), task);
    } catch (ToolException e) {
      return attempt.failed(e.failure());
    }
  }

  private RunEvent charged(ActiveRun run, CallAttempt attempt, BigDecimal usd) {
    costs.learn(run.claim().tenant(), attempt.tool(), attempt.call(), usd);
    return attempt.charged(usd);
  }

  private RunEvent outcome(ActiveRun run, CallAttempt attempt, CallResult ended) {
    return switch (ended.outcome()) {
      case ToolOutcome.Succeeded done ->
          new ToolCallEvent.Completed(
              attempt.location(),
              done.content(),
              done.images(),
              policies.resultLimit(run, attempt.call()));
      case ToolOutcome.Failed(Failure failure) ->
          ended
              .fault()
              .map(fault -> failed(run, attempt, failure, fault))
              .orElseGet(() -> attempt.failed(failure));
    };
  }

  private RunEvent failed(ActiveRun run, CallAttempt attempt, Failure failure, Fault fault) {
    if (fault.kind() == FailureClass.LEASE_UNCONFIRMED) {
      return notStarted(attempt, failure, fault);
    }
    if (attempt.mayHaveHappened() && fault.kind() == FailureClass.SWITCHED_OFF) {
      // set after the intent; it says nothing about the earlier attempt, so a person must
      return attempt.unknown(attempt.failures(), failure, Optional.empty());
    }
    if (attempt.mayHaveHappened() && fault.isTransient()) {
      return unknown(run, attempt, failure, fault);
    }
    Optional<Instant> next = retries.next(run.agent(), attempt, fault);
    next.ifPresent(time -> log(run, attempt, failure, "it failed; it is retried at " + time));
    return next.map(time -> attempt.retrying(failure, time))
        .orElseGet(() -> fault.isTransient() ? attempt.givenUp(failure) : attempt.failed(failure));
  }

  /**
   * This server was not sure that it held the run. The server that holds it makes the call,
   * whatever the retry policy says.
   */
  private RunEvent notStarted(CallAttempt attempt, Failure failure, Fault fault) {
    Optional<Instant> next = retries.after(attempt, fault);
    return attempt.mayHaveHappened()
        ? attempt.unknown(attempt.failures(), failure, next)
        : next.map(time -> attempt.retrying(failure, time))
            .orElseGet(() -> attempt.givenUp(failure));
  }

  /** Returns what to record of an attempt that was made and whose outcome is unknown. */
  RunEvent of(ActiveRun run, CallAttempt attempt, OutcomeUnknownException ended) {
    Fault fault = FaultClassifier.of(ended);
    var failure = new Failure(fault.kind().code(), String.valueOf(ended.getMessage()));
    if (attempt.tool().effect() != EffectClass.READ_ONLY) {
      return unknown(run, attempt, failure, fault);
    }
    return retries
        .nextOfUnknown(run.agent(), attempt, fault)
        .map(time -> attempt.retrying(failure, time))
        .orElseGet(() -> attempt.givenUp(failure));
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
        next.map(time -> "its outcome is unknown; it continues at " + time)
            .orElse("its outcome is unknown, and it is not retried automatically"));
    return attempt.unknown(attempt.number(), failure, next);
  }

  /**
   * Returns what to record of an attempt that the breaker of its tool refused. A call that may have
   * happened is postponed, which does not count as an attempt.
   */
  RunEvent refused(CallAttempt attempt, Fault why) {
    var failure = new Failure(why.kind().code(), why.message());
    return attempt.mayHaveHappened()
        ? attempt.unknown(attempt.failures(), failure, retries.after(attempt, why))
        : attempt.givenUp(failure);
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
