package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The firings that follow from the due times of a schedule up to now. Pure: the caller passes the
 * time, and every server makes the same plan. Tested by {@code ScheduleStoreContract}.
 *
 * @param firings the firings, to one of which each due time belongs
 * @param next when the schedule is due next; this may have passed too, if there are more due times
 *     than one plan takes
 */
public record DuePlan(List<Firing> firings, Optional<Instant> next) {

  /** How many due times one plan takes, so that no plan takes minutes after a long outage. */
  static final int MAX_DUE_TIMES = 10_000;

  public DuePlan {
    firings = List.copyOf(firings);
  }

  /**
   * Plans.
   *
   * @param tolerance how late a due time may be and still count as on time
   */
  static DuePlan of(Schedule schedule, Instant now, Duration tolerance) {
    return new Planning(schedule, now, tolerance).plan();
  }

  private static final class Planning {

    private final Schedule schedule;
    private final Instant now;
    private final Duration tolerance;
    private final List<Firing> firings = new ArrayList<>();

    Planning(Schedule schedule, Instant now, Duration tolerance) {
      this.schedule = schedule;
      this.now = now;
      this.tolerance = tolerance;
    }

    DuePlan plan() {
      List<Instant> skipped = new ArrayList<>();
      List<Instant> missed = new ArrayList<>();
      List<Instant> onTime = new ArrayList<>();
      Optional<Instant> next = schedule.course().next();
      for (int i = 0; i < MAX_DUE_TIMES && next.isPresent() && !next.get().isAfter(now); i++) {
        Instant due = next.get();
        if (schedule.course().resumed().filter(due::isBefore).isPresent()) {
          skipped.add(due);
        } else {
          (due.isBefore(now.minus(tolerance)) ? missed : onTime).add(due);
        }
        next = schedule.definition().recurrence().next(due);
      }
      skip(skipped, FiringReason.PAUSED);
      boolean isCollapsed = !onTime.isEmpty() || next.filter(due -> !due.isAfter(now)).isPresent();
      catchUp(missed, isCollapsed);
      onTime.forEach(due -> firings.add(Firing.of(schedule, due, FiringTrigger.CLOCK, due)));
      return new DuePlan(firings, next);
    }

    private void catchUp(List<Instant> missed, boolean isCollapsed) {
      switch (schedule.policies().missed()) {
        case SKIP -> skip(missed, FiringReason.MISSED);
        case ONCE -> {
          int fired = isCollapsed || missed.isEmpty() ? 0 : 1;
          skip(missed.subList(0, missed.size() - fired), FiringReason.COLLAPSED);
          spread(missed.subList(missed.size() - fired, missed.size()));
        }
        case ALL -> {
          Instant oldest = now.minus(schedule.policies().grace());
          skip(
              missed.stream().filter(due -> due.isBefore(oldest)).toList(),
              FiringReason.PAST_GRACE);
          spread(missed.stream().filter(due -> !due.isBefore(oldest)).toList());
        }
      }
    }

    private void skip(List<Instant> dues, FiringReason reason) {
      if (!dues.isEmpty()) {
        firings.add(Firing.skipped(schedule, dues.getFirst(), dues.getLast(), dues.size(), reason));
      }
    }

    /** Starts each firing at a random time in its own part of the spread. */
    private void spread(List<Instant> dues) {
      Duration part = schedule.policies().spread().dividedBy(Math.max(1, dues.size()));
      for (int i = 0; i < dues.size(); i++) {
        Firing firing = Firing.of(schedule, dues.get(i), FiringTrigger.CATCH_UP, now);
        Duration chance = part.multipliedBy(chance(firing)).dividedBy(CHANCES);
        firings.add(firing.spreadTo(now.plus(part.multipliedBy(i)).plus(chance)));
      }
    }

    private static final int CHANCES = 1 << 16;

    /** Every server computes the same number: it comes from the firing's id, which is a hash. */
    private static int chance(Firing firing) {
      return (int) (firing.id().getLeastSignificantBits() & (CHANCES - 1));
    }
  }
}
