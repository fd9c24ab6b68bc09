package dev.reprise.schedule;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What schedules have carried out: runs. Implemented where runs are let in. */
public interface ScheduledRuns {

  /**
   * Submits the run of a firing, which has the firing's id; one that failed goes on from the step
   * that failed. Nothing happens if it is on its way, or has its end for good.
   *
   * @throws RunNotStartedException if there can be no such run now; says why
   */
  void start(Schedule schedule, Firing firing) throws RunNotStartedException;

  /** Has a run cancelled, unless it has ended; whoever carries it out does so in a moment. */
  void cancel(UUID run, String by, String reason);

  /** Returns where those of these runs stand that there are. */
  Map<UUID, Status> standings(Collection<UUID> runs);

  /**
   * Where a run stands.
   *
   * @param ending how it has ended; empty if it is on its way
   * @param since when it came there
   * @param error why it failed; empty if it did not
   * @param awaitsPerson whether it goes on only when a person says so
   */
  record Status(
      Optional<Result> ending, Instant since, Optional<String> error, boolean awaitsPerson) {}

  /** How a run ends. */
  enum Result {
    COMPLETED,
    FAILED,
    CANCELLED
  }
}
