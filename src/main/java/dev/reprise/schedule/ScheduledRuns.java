package dev.reprise.schedule;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The runs of schedules. The room that submits runs implements this. */
public interface ScheduledRuns {

  /**
   * Submits the run of a firing, which has the firing's id. A run that failed continues from the
   * step that failed. Nothing happens if the run is open, or has ended finally.
   *
   * @throws RunNotReadyException if something that the run needs is not there yet; says what
   * @throws RunNotStartedException if the run cannot be submitted; says why
   */
  void start(Schedule schedule, Firing firing) throws RunNotStartedException;

  /** Requests the cancellation of a run, unless it has ended; its server carries it out soon. */
  void cancel(UUID run, String by, String reason);

  /** Returns the statuses of those of these runs that exist. */
  Map<UUID, Status> statuses(Collection<UUID> runs);

  /**
   * The status of a run.
   *
   * @param ending how it ended; empty if it is open
   * @param since since when it has the status
   * @param error why it failed; empty if it did not
   * @param awaitsPerson whether it continues only after a person decides
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
