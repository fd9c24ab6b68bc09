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
 * Lets runs go that have ended: says which, and erases exactly those.
 *
 * <p>A plan is found again from its moment: as long as no run of it, and none that its limits
 * count, has moved on, the same rules make the same plan.
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
   * Returns what the rules let go now.
   *
   * @param tenant whose runs; all tenants' if empty
   */
  public RetentionPlan plan(Optional<String> tenant) {
    return plan(tenant, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns what they let go at a moment, as far as that can still be said. */
  public RetentionPlan plan(Optional<String> tenant, Instant asOf) {
    return plans.plan(tenant, asOf, RetentionPlan.MOST);
  }

  /**
   * Erases the runs of a plan, each if it is as the plan has it.
   *
   * @param stop asked before each run: whether to leave the rest
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
   * What became of a plan.
   *
   * @param skipped runs that have moved on since, which stay
   */
  public record Pass(List<UUID> erased, List<UUID> skipped) {}

  /**
   * Erases one run because somebody says so, whatever the rules say.
   *
   * @param run the caller's to erase
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

  /** What became of the wish to erase a run. */
  public sealed interface Answer {
    /** There is no such run any more. */
    record Gone() implements Answer {}

    /** It has not ended, or not any more. */
    record NotEnded() implements Answer {}

    /** It stays for the sake of others. */
    record Kept(String reason) implements Answer {}
  }

  private static void log(EndedRun run, boolean gone, String why) {
    LOG.log(
        INFO,
        gone
            ? "run %s of %s/%s, %s since %s, is erased (%s)"
                .formatted(run.id(), run.tenant(), run.agent(), run.status(), run.endedAt(), why)
            : "run %s is not erased: it has moved on".formatted(run.id()));
  }
}
