package dev.reprise.schedule;

import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What happens to a firing whose time has come. Tested by {@code SlotAllocatorTest}. */
public sealed interface FiringDecision {

  /** It starts. */
  record Start() implements FiringDecision {}

  /**
   * It waits.
   *
   * @param until the earliest time at which that can change; empty for any time
   */
  record Delay(FiringReason reason, Optional<Instant> until) implements FiringDecision {
    Delay(FiringReason reason) {
      this(reason, Optional.empty());
    }

    static Delay forCooldown(Schedule schedule) {
      return new Delay(FiringReason.COOLDOWN, schedule.course().coolUntil());
    }
  }

  /** It is skipped. */
  record Skip(FiringReason reason) implements FiringDecision {}

  /** It waits for the end of these firings, which are cancelled. */
  record Replace(List<Firing> older) implements FiringDecision {
    public Replace {
      older = List.copyOf(older);
    }
  }

  /**
   * Decides by the schedule alone, without the limits on the number of runs. Pure.
   *
   * @param others the other firings of the schedule that are pending or active
   */
  static FiringDecision on(Firing firing, Schedule schedule, List<Firing> others, Instant now) {
    if (firing.isOpen()) {
      return new Start(); // a further attempt of a firing that started before
    }
    if (schedule.status() == ScheduleStatus.PAUSED && firing.source() != FiringTrigger.REQUEST) {
      return new Delay(FiringReason.PAUSED);
    }
    return firing.source().isPatient()
        ? whenItCan(schedule, others, now)
        : onTime(firing, schedule, others, now);
  }

  private static FiringDecision whenItCan(Schedule schedule, List<Firing> others, Instant now) {
    long open = others.stream().filter(Firing::isOpen).count();
    SchedulePolicy policies = schedule.policies();
    if (schedule.course().isCoolingAt(now)) {
      return Delay.forCooldown(schedule);
    }
    if (policies.overlap() == OverlapPolicy.ALLOW) {
      return open < policies.maxActive() ? new Start() : new Delay(FiringReason.LIMIT_OF_SCHEDULE);
    }
    return open == 0 ? new Start() : new Delay(FiringReason.OVERLAP);
  }

  private static FiringDecision onTime(
      Firing firing, Schedule schedule, List<Firing> others, Instant now) {
    List<Firing> open = others.stream().filter(Firing::isOpen).toList();
    List<Firing> waiting =
        others.stream().filter(o -> !o.isOpen() && o.source() == FiringTrigger.CLOCK).toList();
    long before = waiting.stream().filter(o -> o.due().isBefore(firing.due())).count();
    boolean isFirst = before == 0;
    boolean isNewest = waiting.stream().noneMatch(o -> o.due().isAfter(firing.due()));
    boolean cools = schedule.course().isCoolingAt(now);
    SchedulePolicy policies = schedule.policies();
    return switch (policies.overlap()) {
      case SKIP -> {
        if (!open.isEmpty() || !isFirst) {
          yield new Skip(FiringReason.OVERLAP);
        }
        yield cools ? new Skip(FiringReason.COOLDOWN) : new Start();
      }
      case QUEUE -> {
        if (!isFirst) {
          yield new Skip(FiringReason.QUEUE_FULL);
        }
        if (!open.isEmpty()) {
          yield new Delay(FiringReason.OVERLAP);
        }
        yield cools ? Delay.forCooldown(schedule) : new Start();
      }
      case ALLOW -> {
        if (cools) {
          yield new Skip(FiringReason.COOLDOWN);
        }
        if (open.size() < policies.maxActive()) {
          yield new Start();
        }
        yield before < policies.maxActive()
            ? new Delay(FiringReason.LIMIT_OF_SCHEDULE)
            : new Skip(FiringReason.QUEUE_FULL);
      }
      case REPLACE -> {
        if (!isNewest) {
          yield new Skip(FiringReason.REPLACED);
        }
        if (!open.isEmpty()) {
          yield new Replace(open);
        }
        yield cools ? new Skip(FiringReason.COOLDOWN) : new Start();
      }
    };
  }
}
