package dev.reprise.schedule;

import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * A second implementation of the policies: it looks at one schedule in each minute in which a
 * server runs, and keeps a simple account. It shares no code with the implementation under test.
 */
final class NaiveSchedule {

  private final SchedulePolicy policies;
  private final IntUnaryOperator minutesOf;

  /** What became of each due minute: when it started, or why it did not. */
  private final TreeMap<Integer, String> book = new TreeMap<>();

  private final List<Integer> unseen = new ArrayList<>();
  private final TreeSet<Integer> late = new TreeSet<>();
  private final TreeSet<Integer> onTime = new TreeSet<>();
  private final List<Run> runs = new ArrayList<>();
  private Optional<Integer> restsUntil = Optional.empty();

  private static final class Run {
    private int end;
    private boolean replaced;

    Run(int end) {
      this.end = end;
    }
  }

  /**
   * @param minutesOf how long the run of a due minute takes
   */
  NaiveSchedule(SchedulePolicy policies, IntUnaryOperator minutesOf) {
    this.policies = policies;
    this.minutesOf = minutesOf;
  }

  Map<Integer, String> book() {
    return book;
  }

  void becomesDue(int minute) {
    unseen.add(minute);
  }

  void isLookedAt(int now) {
    for (Run run : List.copyOf(runs)) {
      if (run.end <= now) {
        runs.remove(run);
        int rest = run.end + (run.replaced ? 0 : (int) policies.cooldown().toMinutes());
        restsUntil = Optional.of(Math.max(rest, restsUntil.orElse(Integer.MIN_VALUE)));
      }
    }
    sort(now);
    boolean hasLooked = false;
    for (int due : union()) {
      boolean isLate = late.contains(due);
      if (!isLate || !hasLooked) {
        look(due, isLate, now);
      }
      hasLooked |= isLate;
    }
  }

  private List<Integer> union() {
    Set<Integer> all = new TreeSet<>(late);
    all.addAll(onTime);
    return List.copyOf(all);
  }

  private void sort(int now) {
    List<Integer> missed = unseen.stream().filter(due -> due < now).toList();
    List<Integer> present = unseen.stream().filter(due -> due == now).toList();
    unseen.clear();
    onTime.addAll(present);
    switch (policies.missed()) {
      case SKIP -> missed.forEach(due -> book.put(due, "MISSED"));
      case ONCE -> {
        Optional<Integer> newest = missed.stream().max(Comparator.naturalOrder());
        for (int due : missed) {
          if (present.isEmpty() && newest.equals(Optional.of(due))) {
            late.add(due);
          } else {
            book.put(due, "COLLAPSED");
          }
        }
      }
      case ALL -> {
        for (int due : missed) {
          if (now - due <= policies.grace().toMinutes()) {
            late.add(due);
          } else {
            book.put(due, "PAST_GRACE");
          }
        }
      }
    }
  }

  private void look(int due, boolean isLate, int now) {
    boolean rests = restsUntil.filter(until -> now < until).isPresent();
    boolean isBusy =
        policies.overlap() == OverlapPolicy.ALLOW
            ? runs.size() >= policies.maxActive()
            : !runs.isEmpty();
    if (isLate) {
      if (!rests && !isBusy) {
        start(due, now);
      }
      return;
    }
    int before = onTime.headSet(due).size();
    int later = onTime.tailSet(due, false).size();
    switch (policies.overlap()) {
      case SKIP -> {
        if (isBusy || before > 0) {
          pass(due, "OVERLAP");
        } else if (rests) {
          pass(due, "COOLDOWN");
        } else {
          start(due, now);
        }
      }
      case QUEUE -> {
        if (before > 0) {
          pass(due, "QUEUE_FULL");
        } else if (!isBusy && !rests) {
          start(due, now);
        }
      }
      case ALLOW -> {
        if (rests) {
          pass(due, "COOLDOWN");
        } else if (!isBusy) {
          start(due, now);
        } else if (before >= policies.maxActive()) {
          pass(due, "QUEUE_FULL");
        }
      }
      case REPLACE -> {
        if (later > 0) {
          pass(due, "REPLACED");
        } else if (isBusy) {
          for (Run run : runs) {
            if (!run.replaced) {
              run.replaced = true;
              run.end = Math.min(run.end, now);
            }
          }
        } else if (rests) {
          pass(due, "COOLDOWN");
        } else {
          start(due, now);
        }
      }
    }
  }

  private void pass(int due, String reason) {
    onTime.remove(due);
    book.put(due, reason);
  }

  private void start(int due, int now) {
    onTime.remove(due);
    late.remove(due);
    runs.add(new Run(now + minutesOf.applyAsInt(due)));
    book.put(due, "started at " + now);
  }
}
