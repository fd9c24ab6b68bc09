package dev.reprise.run.retention;

import static java.lang.System.Logger.Level.INFO;

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
 * Plans which ended runs to erase, and erases exactly the runs of a plan.
 *
 * <p>A plan can be made again from its point in time. The same rules make the same plan as long as
 * no run has changed that the plan contains or that its limits count.
 */
@ApplicationScoped
public class Retention {

  private static final System.Logger LOG = System.getLogger(Retention.class.getName());

  private RetentionPlans plans;
  private EndedRuns ended;
  private RunEraser erasures;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Retention() {}

  @Inject
  Retention(RetentionPlans plans, EndedRuns ended, RunEraser erasures, Clock clock) {
    this.plans = plans;
    this.ended = ended;
    this.erasures = erasures;
    this.clock = clock;
  }

  /**
   * Returns the plan of the runs that the rules erase now.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   */
  public RetentionPlan plan(Optional<String> tenant) {
    return plan(tenant, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns the plan for an earlier point in time, as far as it can still be made. */
  public RetentionPlan plan(Optional<String> tenant, Instant asOf) {
    return plans.plan(tenant, asOf, RetentionPlan.MOST);
  }

  /**
   * Erases the runs of a plan, except those that have changed since.
   *
   * @param stop called before each run; if it returns true, the remaining runs stay
   */
  public Pass carryOut(RetentionPlan plan, BooleanSupplier stop) {
    List<UUID> erased = new ArrayList<>();
    List<UUID> skipped = new ArrayList<>();
    for (RetentionPlan.Due due : plan.due()) {
      if (stop.getAsBoolean()) {
        break;
      }
      boolean gone = erasures.erase(due.run());
      (gone ? erased : skipped).add(due.run().id());
      log(due.run(), gone, "%s: %s".formatted(due.rule(), due.limit()));
    }
    return new Pass(erased, skipped);
  }

  /**
   * The result of a plan.
   *
   * @param erased the runs that were erased
   * @param skipped the runs that stay because they have changed since the plan
   */
  public record Pass(List<UUID> erased, List<UUID> skipped) {}

  /**
   * Erases one run at a person's request, whatever the rules say.
   *
   * @param run a run that the caller has checked that the person may erase
   * @param by the name of the person
   */
  public Answer erase(UUID run, String by) {
    Optional<EndedRun> found = ended.find(run);
    if (found.isEmpty()) {
      return new Answer.NotEnded();
    }
    Optional<String> reason = found.get().whyKept();
    if (reason.isPresent()) {
      return new Answer.Kept(reason.get());
    }
    boolean gone = erasures.erase(found.get());
    log(found.get(), gone, by);
    return gone ? new Answer.Gone() : new Answer.NotEnded();
  }

  /** The answer to a request to erase a run. */
  public sealed interface Answer {
    /** The run is erased. */
    record Gone() implements Answer {}

    /** The run has not ended, does not exist, or has changed at the same moment. */
    record NotEnded() implements Answer {}

    /** The run stays because other runs need it. */
    record Kept(String reason) implements Answer {}
  }

  private static void log(EndedRun run, boolean gone, String why) {
    LOG.log(
        INFO,
        gone
            ? "run %s: erased; tenant %s, agent %s, %s since %s (%s)"
                .formatted(run.id(), run.tenant(), run.agent(), run.status(), run.endedAt(), why)
            : "run %s: not erased, because it has changed since it was read".formatted(run.id()));
  }
}
