package dev.reprise.operations.retention;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Plans which ended runs to erase, and which paused or waiting ones to cancel, and does exactly
 * that to the runs of a plan. A run that it cancels is erased later, by the rule for cancelled
 * runs.
 *
 * <p>A plan can be computed again for its point in time. The same rules give the same plan as long
 * as no run that it contains or that its limits count has been retried, forked, erased, resumed or
 * cancelled, and no such run's parent run has ended.
 */
@ApplicationScoped
public class Retention {

  private static final System.Logger LOG = System.getLogger(Retention.class.getName());

  private final RetentionPlans plans;
  private final EndedRuns ended;
  private final IdleRuns idle;
  private final RunEraser erasures;
  private final Clock clock;

  @Inject
  Retention(RetentionPlans plans, EndedRuns ended, IdleRuns idle, RunEraser erasures, Clock clock) {
    this.plans = plans;
    this.ended = ended;
    this.idle = idle;
    this.erasures = erasures;
    this.clock = clock;
  }

  /**
   * Returns the plan of the runs that the rules erase or cancel now.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   */
  public RetentionPlan plan(Optional<String> tenant) {
    return plan(tenant, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /**
   * Returns the plan for another point in time. An earlier one is made of the runs that are still
   * there, and a later one of those that have ended by now.
   */
  public RetentionPlan plan(Optional<String> tenant, Instant asOf) {
    return plans.plan(tenant, asOf, RetentionPlan.MAX_RUNS);
  }

  /**
   * Erases and cancels the runs of a plan, except those that have changed or were forked since.
   *
   * @param stop called before each run; if it returns true, the remaining runs stay
   */
  public PlanResult execute(RetentionPlan plan, BooleanSupplier stop) {
    List<UUID> erased = new ArrayList<>();
    List<UUID> skipped = new ArrayList<>();
    for (RetentionPlan.Due due : plan.due()) {
      if (stop.getAsBoolean()) {
        break;
      }
      RunEraser.Result result = erasures.erase(due.run());
      (result == RunEraser.Result.ERASED ? erased : skipped).add(due.run().id());
      log(due.run(), result, "%s: %s".formatted(due.rule(), due.limit()));
    }
    List<UUID> cancelled = new ArrayList<>();
    for (RetentionPlan.Cancel due : plan.cancels()) {
      if (stop.getAsBoolean()) {
        break;
      }
      boolean isCancelled = idle.cancel(due);
      (isCancelled ? cancelled : skipped).add(due.run().id());
      log(due, isCancelled);
    }
    return new PlanResult(erased, cancelled, skipped);
  }

  /**
   * What was done of a plan.
   *
   * @param erased the runs that were erased
   * @param cancelled the runs that were cancelled
   * @param skipped the runs that stay because they have changed or were forked since the plan
   */
  public record PlanResult(List<UUID> erased, List<UUID> cancelled, List<UUID> skipped) {

    /** Returns whether nothing was done, so that another plan would be the same. */
    public boolean isEmpty() {
      return erased.isEmpty() && cancelled.isEmpty();
    }
  }

  /**
   * Erases one run at a person's request, whatever the rules say.
   *
   * @param run a run that the person may erase, as the caller has checked
   * @param by the name of the person
   */
  public Answer erase(UUID run, String by) {
    Optional<EndedRun> found = ended.find(run);
    if (found.isEmpty()) {
      return notErased(run);
    }
    Optional<String> reason = found.get().whyKept();
    if (reason.isPresent()) {
      return new Answer.Kept(reason.get());
    }
    RunEraser.Result result = erasures.erase(found.get());
    log(found.get(), result, "requested by " + by);
    return switch (result) {
      case ERASED -> new Answer.Erased();
      case FORKED ->
          new Answer.Kept("it was forked at the same moment; its forks must be erased first");
      case CHANGED -> notErased(run);
    };
  }

  /** Returns the answer about a run that was not found as an ended run, or is not so any more. */
  private Answer notErased(UUID run) {
    Optional<RunStatus> status = ended.status(run);
    if (status.isEmpty()) {
      return new Answer.NotFound();
    }
    return status.get().isEnded() ? new Answer.Changed() : new Answer.NotEnded(status.get());
  }

  /** The answer to a request to erase a run. */
  public sealed interface Answer {
    /** The run is erased. */
    record Erased() implements Answer {}

    /** The run does not exist. */
    record NotFound() implements Answer {}

    /** The run has not ended. */
    record NotEnded(RunStatus status) implements Answer {}

    /** The run stays, because it was active during the request; it has ended by now. */
    record Changed() implements Answer {}

    /** The run stays because other runs need it. */
    record Kept(String reason) implements Answer {}
  }

  private static void log(RetentionPlan.Cancel due, boolean isCancelled) {
    IdleRun run = due.run();
    LOG.log(
        INFO,
        isCancelled
            ? "run %s: cancelled; tenant %s, agent %s, %s"
                .formatted(run.id(), run.tenant(), run.agent(), due.reason())
            : "run %s: not cancelled, because it has changed since it was read"
                .formatted(run.id()));
  }

  private static void log(EndedRun run, RunEraser.Result result, String why) {
    LOG.log(
        INFO,
        switch (result) {
          case ERASED ->
              "run %s: erased; tenant %s, agent %s, %s since %s (%s)"
                  .formatted(run.id(), run.tenant(), run.agent(), run.status(), run.endedAt(), why);
          case CHANGED ->
              "run %s: not erased, because it has changed since it was read".formatted(run.id());
          case FORKED -> "run %s: not erased, because it was forked meanwhile".formatted(run.id());
        });
  }
}
