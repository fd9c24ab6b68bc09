package dev.reprise.schedule;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.schedule.ScheduledRuns.Result;
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
 * Looks after schedules: plans what is due, gives out slots, submits runs, and notes how they end.
 *
 * <p>Any number of servers do so at once; each step is one claim in the store, and what one leaves
 * undone another one does. Not for several threads of one server at once.
 */
final class Scheduler {

  private static final System.Logger LOG = System.getLogger(Scheduler.class.getName());

  /** How many schedules are planned in one look; the next one goes on. */
  private static final int MOST_DUE = 500;

  private final ScheduleStore store;
  private final ScheduledRuns executions;
  private final Config conditions;

  /**
   * How a server looks after schedules.
   *
   * @param server its name
   * @param thisStart its present start's, which begins with that
   * @param tolerance how late a due time may be to be on time
   * @param lease how long it may take to submit a run
   * @param weights of tenants
   * @param isStopping whether it takes on nothing new
   */
  record Config(
      String server,
      String thisStart,
      Duration tolerance,
      Duration lease,
      ConcurrencyLimits limits,
      ToIntFunction<String> weights,
      BooleanSupplier isStopping) {}

  Scheduler(ScheduleStore store, ScheduledRuns executions, Config conditions) {
    this.store = store;
    this.executions = executions;
    this.conditions = conditions;
  }

  /**
   * Does what there is to do now; what fails is logged, and done by the next look. A server that
   * stops does nothing more: it hands back the slots whose runs it has not submitted, and what it
   * has submitted goes on, here or elsewhere.
   */
  void tick() {
    step("slots of servers that died", this::recover);
    step("runs that have ended", this::settle);
    step("due times", this::plan);
    step("pending firings", this::start);
  }

  private void step(String what, Runnable work) {
    if (conditions.isStopping().getAsBoolean()) {
      return;
    }
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.log(WARNING, "schedules: %s wait for the next look".formatted(what), e);
    }
  }

  /** Takes back slots whose holders died before they had submitted a run. */
  void recover() {
    List<Firing> stale = store.stale(conditions.server(), conditions.thisStart());
    Map<UUID, ScheduledRuns.Status> standings = standings(stale);
    for (Firing firing : stale) {
      if (isSubmitted(firing, Optional.ofNullable(standings.get(firing.id())))) {
        store.submitted(firing);
      } else if (store.recover(firing)) {
        LOG.log(
            WARNING,
            "firing %s, due %s: who was about to start it died; it is pending again"
                .formatted(firing.id(), firing.due()));
      }
    }
  }

  /** A run that stands as failed at a further attempt stands so since the attempt before it. */
  private static boolean isSubmitted(Firing firing, Optional<ScheduledRuns.Status> standing) {
    return standing
        .filter(run -> firing.attempts() == 1 || !run.ending().equals(Optional.of(Result.FAILED)))
        .isPresent();
  }

  private Map<UUID, ScheduledRuns.Status> standings(List<Firing> firings) {
    return firings.isEmpty()
        ? Map.of()
        : executions.standings(firings.stream().map(Firing::id).toList());
  }

  /** Gives back the slots of runs that have ended. */
  private void settle() {
    List<Firing> active = store.active().stream().filter(firing -> !firing.starting()).toList();
    Map<UUID, ScheduledRuns.Status> standings = standings(active);
    Set<UUID> waiting = active.isEmpty() ? Set.of() : store.waiting();
    for (Firing firing : active) {
      ScheduledRuns.Status standing = standings.get(firing.id());
      Optional<Schedule> schedule = store.find(firing.schedule());
      if (schedule.isEmpty()) {
        continue; // it was removed in this moment, and its firings with it
      }
      if (standing == null) {
        end(schedule.get(), firing, FiringStatus.CANCELLED, store.now(), "its run was erased");
      } else if (standing.ending().isPresent()) {
        settle(schedule.get(), firing, standing.ending().get(), standing);
      } else {
        if (isReplaced(firing)) {
          cancel(firing); // the first wish may have come before the run, or died with its server
        }
        if (standing.awaitsPerson() != waiting.contains(firing.id())) {
          moveSlot(firing, standing);
        }
      }
    }
  }

  /** Who waits for a person holds up no other schedule. */
  private void moveSlot(Firing firing, ScheduledRuns.Status standing) {
    if (standing.awaitsPerson()) {
      store.awaitPerson(firing, conditions.limits().waiting());
    } else {
      store.resume(firing);
    }
  }

  private void settle(
      Schedule schedule, Firing firing, Result ending, ScheduledRuns.Status standing) {
    switch (ending) {
      case COMPLETED -> end(schedule, firing, FiringStatus.COMPLETED, standing.since(), "");
      case CANCELLED -> end(schedule, firing, FiringStatus.CANCELLED, standing.since(), "");
      case FAILED ->
          failed(schedule, firing, standing.since(), standing.error().orElse("its run failed"));
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
    executions.cancel(firing.id(), "schedule", "a later firing of its schedule takes its place");
  }

  /** Turns due times into firings. */
  private void plan() {
    List<Schedule> due = store.due(MOST_DUE);
    if (due.isEmpty()) {
      return;
    }
    Instant now = store.now();
    for (Schedule schedule : due) {
      DuePlan plan = DuePlan.of(schedule, now, conditions.tolerance());
      if (store.claim(schedule, plan)) {
        plan.firings().stream()
            .filter(firing -> firing.status() == FiringStatus.SKIPPED)
            .forEach(
                firing ->
                    LOG.log(
                        WARNING,
                        "schedule %s of %s: %d due times from %s to %s are passed over: %s"
                            .formatted(
                                schedule.name(),
                                schedule.tenant(),
                                firing.dues(),
                                firing.due(),
                                firing.until(),
                                firing.reason().orElseThrow())));
      }
    }
  }

  /** Gives out slots, and submits the runs of those who got one. */
  private void start() {
    ScheduleStore.Decided decided =
        store.decide(
            conditions.thisStart(),
            conditions.lease(),
            book -> SlotAllocator.on(book, conditions.limits(), conditions.weights()));
    for (Firing firing : decided.begun()) {
      if (conditions.isStopping().getAsBoolean()) {
        store.recover(firing);
      } else {
        store.find(firing.schedule()).ifPresent(schedule -> start(schedule, firing));
      }
    }
    decided.replaced().forEach(this::cancel); // behind the starts: one of them may be replaced
  }

  private void start(Schedule schedule, Firing firing) {
    try {
      executions.start(schedule, firing);
      store.submitted(firing);
    } catch (RunNotStartedException e) {
      failed(schedule, firing, store.now(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "schedule %s of %s: firing %s could not be submitted; it is taken back within %s"
              .formatted(schedule.name(), schedule.tenant(), firing.id(), conditions.lease()),
          e);
    }
  }
}
