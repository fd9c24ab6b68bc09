package dev.reprise.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Schedules whose history is in memory, whichever schedule is asked for. */
@SuppressWarnings("NullAway") // nothing that is overridden uses the store
public final class KeptSchedules extends Schedules {

  private final List<Firing> history = new ArrayList<>();

  public KeptSchedules() {
    super(null, Duration.ZERO, 1);
  }

  /** Adds a firing to the history, as the oldest. */
  public void fired(Firing firing) {
    history.add(firing);
  }

  @Override
  public List<Firing> history(Schedule schedule, Optional<Firing.Place> after, int limit) {
    return history.stream().limit(limit).toList();
  }
}
