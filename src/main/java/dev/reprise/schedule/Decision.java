package dev.reprise.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is to become of a firing whose time has come. */
public sealed interface Decision {

  /** It starts. */
  record Start() implements Decision {}

  /**
   * It waits.
   *
   * @param until before then nothing changes about that; empty if something may at any time
   */
  record Delay(Reason reason, Optional<Instant> until) implements Decision {
    Delay(Reason reason) {
      this(reason, Optional.empty());
    }

    static Delay forCooldown(Schedule schedule) {
      return new Delay(Reason.COOLDOWN, schedule.course().coolUntil());
    }
  }

  /** It is passed over. */
  record Skip(Reason reason) implements Decision {}

  /** It waits for the end of these, which are cancelled. */
  record Replace(List<Firing> older) implements Decision {
    public Replace {
      older = List.copyOf(older);
    }
  }

  /**
   * Decides by the schedule alone, as if there were room for any number of runs. Pure.
   *
   * @param others the other firings of the schedule that are pending or on their way
   */
  static Decision on(Firing firing, Schedule schedule, List<Firing> others, Instant now) {
    if (firing.isOpen()) {
      return new Start(); // it goes on: it was let through before
    }
    if (schedule.status() == ScheduleStatus.PAUSED && firing.source() != Source.REQUEST) {
      return new Delay(Reason.PAUSED);
    }
    return firing.source().isPatient()
        ? whenItCan(schedule, others, now)
        : onTime(firing, schedule, others, now);
  }

  private static Decision whenItCan(Schedule schedule, List<Firing> others, Instant now) {
    long open = others.stream().filter(Firing::isOpen).count();
    Policies policies = schedule.policies();
    if (schedule.course().isCoolingAt(now)) {
      return Delay.forCooldown(schedule);
    }
    if (policies.overlap() == Overlap.ALLOW) {
      return open < policies.maxActive() ? new Start() : new Delay(Reason.LIMIT_OF_SCHEDULE);
    }
    return open == 0 ? new Start() : new Delay(Reason.OVERLAP);
  }

  private static Decision onTime(
      Firing firing, Schedule schedule, List<Firing> others, Instant now) {
    List<Firing> open = others.stream().filter(Firing::isOpen).toList();
    List<Firing> waiting =
        others.stream().filter(o -> !o.isOpen() && o.source() == Source.CLOCK).toList();
    long before = waiting.stream().filter(o -> o.due().isBefore(firing.due())).count();
    boolean isFirst = before == 0;
    boolean isNewest = waiting.stream().noneMatch(o -> o.due().isAfter(firing.due()));
    boolean cools = schedule.course().isCoolingAt(now);
    Policies policies = schedule.policies();
    return switch (policies.overlap()) {
      case SKIP -> {
        if (!open.isEmpty() || !isFirst) {
          yield new Skip(Reason.OVERLAP);
        }
        yield cools ? new Skip(Reason.COOLDOWN) : new Start();
      }
      case QUEUE -> {
        if (!isFirst) {
          yield new Skip(Reason.QUEUE_FULL);
        }
        if (!open.isEmpty()) {
          yield new Delay(Reason.OVERLAP);
        }
        yield cools ? Delay.forCooldown(schedule) : new Start();
      }
      case ALLOW -> {
        if (cools) {
          yield new Skip(Reason.COOLDOWN);
        }
        if (open.size() < policies.maxActive()) {
          yield new Start();
        }
        yield before < policies.maxActive()
            ? new Delay(Reason.LIMIT_OF_SCHEDULE)
            : new Skip(Reason.QUEUE_FULL);
      }
      case REPLACE -> {
        if (!isNewest) {
          yield new Skip(Reason.REPLACED);
        }
        if (!open.isEmpty()) {
          yield new Replace(open);
        }
        yield cools ? new Skip(Reason.COOLDOWN) : new Start();
      }
    };
  }
}
