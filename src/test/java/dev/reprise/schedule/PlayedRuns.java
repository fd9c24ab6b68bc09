package dev.reprise.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/** The outside of the scheduler: runs that take as long, and end as, a test says. */
final class PlayedRuns implements ScheduledRuns {

  /** How an attempt goes. */
  record Play(Duration takes, Result ending) {
    static final Play AT_ONCE = new Play(Duration.ZERO, Result.COMPLETED);
  }

  /** An attempt that was made. */
  record Made(Instant at, Schedule schedule, Firing firing) {}

  private final Clock clock;
  private final BiFunction<Schedule, Firing, Play> plays;
  private final Map<UUID, Run> runs = new HashMap<>();
  private final List<Made> made = new ArrayList<>();
  private final Set<UUID> asking = new HashSet<>();

  PlayedRuns(Clock clock, BiFunction<Schedule, Firing, Play> plays) {
    this.clock = clock;
    this.plays = plays;
  }

  private record Run(Instant end, Result ending) {}

  /** Returns all attempts, in their order. */
  List<Made> made() {
    return made;
  }

  /** Has a run wait for a person, whatever it would do. */
  void ask(UUID run) {
    asking.add(run);
  }

  /** Lets a run continue. */
  void answer(UUID run) {
    asking.remove(run);
  }

  /** Returns how many runs are on their way. */
  long onTheirWay() {
    return runs.values().stream().filter(run -> run.end().isAfter(clock.instant())).count();
  }

  /** Returns when the next run ends. */
  Optional<Instant> nextEnd() {
    return runs.values().stream()
        .map(Run::end)
        .filter(end -> end.isAfter(clock.instant()))
        .min(Instant::compareTo);
  }

  @Override
  public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
    Run before = runs.get(firing.id());
    if (before != null && !(isOver(before) && before.ending() == Result.FAILED)) {
      return; // it is on its way, or has its end
    }
    Play play = plays.apply(schedule, firing);
    made.add(new Made(clock.instant(), schedule, firing));
    runs.put(firing.id(), new Run(clock.instant().plus(play.takes()), play.ending()));
  }

  private boolean isOver(Run run) {
    return !run.end().isAfter(clock.instant());
  }

  @Override
  public void cancel(UUID run, String by, String reason) {
    runs.computeIfPresent(
        run, (id, now) -> isOver(now) ? now : new Run(clock.instant(), Result.CANCELLED));
  }

  @Override
  public Map<UUID, Status> statuses(Collection<UUID> ids) {
    Map<UUID, Status> statuses = new HashMap<>();
    for (UUID id : ids) {
      Run run = runs.get(id);
      if (run != null) {
        statuses.put(
            id,
            isOver(run)
                ? new Status(
                    Optional.of(run.ending()),
                    run.end(),
                    Optional.of("as played").filter(it -> run.ending() == Result.FAILED),
                    false)
                : new Status(
                    Optional.empty(), clock.instant(), Optional.empty(), asking.contains(id)));
      }
    }
    return statuses;
  }

  /** Forgets runs that are over, as retention does, so that a long play needs no more memory. */
  void forgetEnded(Collection<UUID> ended) {
    ended.forEach(runs::remove);
  }
}
