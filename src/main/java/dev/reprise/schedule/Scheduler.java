package dev.reprise.schedule;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.schedule.ScheduledRuns.Result;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.Attributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/**
 * Plans due times, gives out slots, submits runs, and notes how they end.
 *
 * <p>Any number of servers do this at the same time. Each change is atomic in the store, and
 * another server completes what one leaves undone. Only one thread of a server may call it at a
 * time.
 */
final class Scheduler {

  private static final System.Logger LOG = System.getLogger(Scheduler.class.getName());

  /** How many schedules one tick plans; the next tick continues. */
  private static final int MAX_SCHEDULES_PER_TICK = 500;

  /** When a firing is tried again whose run lacks something. */
  private static final Duration NOT_READY = Duration.ofSeconds(15);

  private final ScheduleStore store;
  private final ScheduledRuns runs;
  private final Telemetry telemetry;
  private final Config config;

  /**
   * The settings of a server's scheduler.
   *
   * @param server the server's name
   * @param thisStart the name of the server's present start, which begins with its name
   * @param tolerance how late a due time may be and still count as on time
   * @param lease how long the server may take to submit a run
   * @param weights the weights of tenants
   * @param isStopping whether the server starts nothing new
   */
  record Config(
      String server,
      String thisStart,
      Duration tolerance,
      Duration lease,
      ConcurrencyLimits limits,
      ToIntFunction<String> weights,
      BooleanSupplier isStopping) {}

  Scheduler(ScheduleStore store, ScheduledRuns runs, Telemetry telemetry, Config config) {
    this.store = store;
    this.runs = runs;
    this.telemetry = telemetry;
    this.config = config;
  }

  /**
   * Does all that is due now. It logs a step that fails, and the next tick repeats it. A server
   * that stops does no further step: it returns the slots whose runs it has not submitted, and
   * submitted runs continue, here or on another server.
   */
  void tick() {
    step("recovering slots of servers that died", this::recover);
    step("ending firings whose runs have ended", this::settle);
    step("planning due times", this::plan);
    step("starting pending firings", this::start);
  }

  private void step(String what, Runnable work) {
    if (config.isStopping().getAsBoolean()) {
      return;
    }
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.log(WARNING, "schedules: %s failed; the next tick repeats the step".formatted(what), e);
    }
  }

  /** Recovers slots whose owners died before they submitted the runs. */
  void recover() {
    List<Firing> stale = store.stale(config.server(), config.thisStart());
    Map<UUID, ScheduledRuns.Status> statuses = statuses(stale);
    for (Firing firing : stale) {
      if (isSubmitted(firing, Optional.ofNullable(statuses.get(firing.id())))) {
        store.submitted(firing);
      } else if (store.recover(firing)) {
        LOG.log(
            WARNING,
            "firing %s, due %s: its server died before it submitted the run; it is pending again"
                .formatted(firing.id(), firing.due()));
      }
    }
  }

  /** On a retry, FAILED is the previous attempt's status: the new one was not submitted. */
  private static boolean isSubmitted(Firing firing, Optional<ScheduledRuns.Status> status) {
    return status
        .filter(run -> firing.attempts() == 1 || !run.ending().equals(Optional.of(Result.FAILED)))
        .isPresent();
  }

  private Map<UUID, ScheduledRuns.Status> statuses(List<Firing> firings) {
    return firings.isEmpty() ? Map.of() : runs.statuses(firings.stream().map(Firing::id).toList());
  }

  /** Frees slots of ended runs, cancels replaced runs, parks runs waiting for a person. */
  private void settle() {
    List<Firing> active = store.active().stream().filter(firing -> !firing.starting()).toList();
    Map<UUID, ScheduledRuns.Status> statuses = statuses(active);
    Set<UUID> waiting = active.isEmpty() ? Set.of() : store.waiting();
    for (Firing firing : active) {
      ScheduledRuns.Status status = statuses.get(firing.id());
      Optional<Schedule> schedule = store.find(firing.schedule());
      if (schedule.isEmpty()) {
        continue; // it was just removed, with its firings
      }
      if (status == null) {
        end(schedule.get(), firing, FiringStatus.CANCELLED, store.now(), "its run was erased");
      } else if (status.ending().isPresent()) {
        settle(schedule.get(), firing, status.ending().get(), status);
      } else {
        if (isReplaced(firing)) {
          // The first request may have come before the run, or been lost with its server.
          cancel(firing);
        }
        if (status.awaitsPerson() != waiting.contains(firing.id())) {
          moveSlot(firing, status);
        }
      }
    }
  }

  /**
   * Frees the slot of a run that waits for a person, unless too many wait without one already; and
   * takes it again when the run continues.
   */
  private void moveSlot(Firing firing, ScheduledRuns.Status status) {
    if (status.awaitsPerson()) {
      store.awaitPerson(firing, config.limits().waiting());
    } else {
      store.resume(firing);
    }
  }

  private void settle(
      Schedule schedule, Firing firing, Result ending, ScheduledRuns.Status status) {
    switch (ending) {
      case COMPLETED -> end(schedule, firing, FiringStatus.COMPLETED, status.since(), "");
      case CANCELLED -> end(schedule, firing, FiringStatus.CANCELLED, status.since(), "");
      case FAILED ->
          failed(schedule, firing, status.since(), status.error().orElse("its run failed"));
    }
  }

  private void failed(Schedule schedule, Firing firing, Instant at, String error) {
    SchedulePolicy policies = schedule.policies();
    if (firing.attempts() >= policies.maxAttempts()) {
      end(schedule, firing, FiringStatus.FAILED, at, error);
      return;
    }
    Instant again = at.plus(policies.retry().delayAfter(firing.attempts()));
    if (store.retry(firing, again, error)) {
      LOG.log(
          WARNING,
          "schedule %s of %s: attempt %d of %d of firing %s failed, the next one is at %s: %s"
              .formatted(
                  schedule.name(),
                  schedule.tenant(),
                  firing.attempts(),
                  policies.maxAttempts(),
                  firing.id(),
                  again,
                  error));
    }
  }

  private void end(
      Schedule schedule, Firing firing, FiringStatus status, Instant at, String error) {
    Duration cooldown = isReplaced(firing) ? Duration.ZERO : schedule.policies().cooldown();
    Optional<String> why = Optional.of(error).filter(text -> !text.isEmpty());
    if (store.end(firing, status, at, cooldown, why)) {
      LOG.log(
          status == FiringStatus.FAILED ? WARNING : INFO,
          "schedule %s of %s: firing %s, due %s, is %s%s"
              .formatted(
                  schedule.name(),
                  schedule.tenant(),
                  firing.id(),
                  firing.due(),
                  status,
                  why.map(text -> ": " + text).orElse("")));
    }
  }

  private static boolean isReplaced(Firing firing) {
    return firing.reason().equals(Optional.of(FiringReason.REPLACED));
  }

  private void cancel(Firing firing) {
    runs.cancel(firing.id(), "schedule", "a later firing of its schedule replaces it");
  }

  /** Turns due times into firings. */
  private void plan() {
    List<Schedule> due = store.due(MAX_SCHEDULES_PER_TICK);
    if (due.isEmpty()) {
      return;
    }
    Instant now = store.now();
    for (Schedule schedule : due) {
      DuePlan plan = DuePlan.of(schedule, now, config.tolerance());
      if (store.claim(schedule, plan)) {
        plan.firings().stream()
            .filter(firing -> firing.status() == FiringStatus.SKIPPED)
            .forEach(firing -> skipped(schedule, firing));
      }
    }
  }

  private void skipped(Schedule schedule, Firing firing) {
    FiringReason reason = firing.reason().orElseThrow();
    telemetry
        .instruments()
        .firingsSkipped
        .add(firing.dueTimeCount(), Attributes.of(Attribute.REASON, reason.name()));
    LOG.log(
        WARNING,
        "schedule %s of %s: %d due times from %s to %s are skipped: %s"
            .formatted(
                schedule.name(),
                schedule.tenant(),
                firing.dueTimeCount(),
                firing.due(),
                firing.until(),
                reason));
  }

  /** Gives out slots, and submits the runs of the firings that got one. */
  private void start() {
    ScheduleStore.Decided decided =
        store.decide(
            config.thisStart(),
            config.lease(),
            snapshot -> SlotAllocator.on(snapshot, config.limits(), config.weights()));
    for (Firing firing : decided.begun()) {
      if (config.isStopping().getAsBoolean()) {
        store.recover(firing);
      } else {
        store.find(firing.schedule()).ifPresent(schedule -> start(schedule, firing));
      }
    }
    decided.replaced().forEach(this::cancel); // after the starts: one of them may be replaced
  }

  private void start(Schedule schedule, Firing firing) {
    try {
      runs.start(schedule, firing);
      store.submitted(firing);
    } catch (RunNotReadyException e) {
      String why = String.valueOf(e.getMessage());
      if (store.postpone(firing, store.now().plus(NOT_READY), why)) {
        LOG.log(
            INFO,
            "schedule %s of %s: firing %s is tried again in %s: %s"
                .formatted(schedule.name(), schedule.tenant(), firing.id(), NOT_READY, why));
      }
    } catch (RunNotStartedException e) {
      failed(schedule, firing, store.now(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "schedule %s of %s: firing %s could not be submitted; it is pending again once its lease of %s has expired"
              .formatted(schedule.name(), schedule.tenant(), firing.id(), config.lease()),
          e);
    }
  }
}
