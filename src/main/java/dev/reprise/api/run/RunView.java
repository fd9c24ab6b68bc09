package dev.reprise.api.run;

import dev.reprise.api.run.RunProgress.Durability;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A run.
 *
 * @param agentVersion content hash of the agent's document that the run keeps to its end
 * @param durable whether the run's record outlives its server: false while it is in memory alone
 * @param priority how much it is preferred among its tenant's runs, from -9 to 9
 * @param waitingFor what a waiting run waits for; {@code agent} for a queued one whose agent is
 *     left alone for a while
 * @param queue why a queued run is not running, and what is ahead of it; absent in lists and
 *     streams
 * @param epoch how often the run changed hands
 * @param holder who carries the run out, while someone does
 * @param lastSequence place of the newest event
 * @param forkedFrom the event of another run from which this one goes on
 * @param worksFor the run for which this one does something; it is cancelled with that one
 * @param cancelRequested a wish that the holder has not fulfilled yet
 * @param pauseRequested a wish that the holder has not fulfilled yet; {@code :resume} withdraws it
 * @param messages what was said to it, and how much of that it has taken; absent in lists
 * @param bytes what the payloads of its events hold; absent in lists and streams
 * @param progress what the journal adds up to; absent in lists, and where the journal of a run that
 *     is not durable is not in the memory of the server that is asked
 * @param begunBy who began the call that was resolved; only in the answer to that
 */
public record RunView(
    UUID id,
    RunStatus status,
    String agent,
    String agentVersion,
    String workspace,
    String submittedBy,
    boolean durable,
    int priority,
    Optional<String> waitingFor,
    Optional<QueuePlaceView> queue,
    long epoch,
    Optional<Holder> holder,
    long lastSequence,
    Optional<Run.Origin> forkedFrom,
    Optional<UUID> worksFor,
    Optional<Run.CancelRequest> cancelRequested,
    Optional<Run.PauseRequest> pauseRequested,
    Instant createdAt,
    Instant updatedAt,
    Optional<MessageCount> messages,
    Optional<Long> bytes,
    Optional<RunProgress> progress,
    Optional<CallBeginner> begunBy) {

  /**
   * Messages of people to a run.
   *
   * @param posted how many
   * @param taken how many of them the model has been shown, or is at its next call; those that a
   *     run has not taken when it ends it never takes
   */
  public record MessageCount(long posted, long taken) {}

  /**
   * Who carries a run out.
   *
   * @param leaseUntil when others may take it over, unless the holder renews
   */
  public record Holder(String server, Instant leaseUntil) {}

  /** Returns a run as its row has it. */
  public static RunView of(Run run) {
    return of(run, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public static RunView of(Run run, RunState state) {
    return of(run, state, Optional.empty());
  }

  static RunView of(Run run, RunState state, long bytes) {
    return of(run, state, Optional.of(bytes));
  }

  private static RunView of(Run run, RunState state, Optional<Long> bytes) {
    var messages = new MessageCount(Math.max(run.messages(), state.messages()), state.messages());
    var durability = run.home().isEmpty() ? Durability.of(state) : Durability.IN_MEMORY;
    var progress = RunProgress.of(state, durability);
    return of(run, Optional.of(messages), bytes, Optional.of(progress));
  }

  private static RunView of(
      Run run,
      Optional<MessageCount> messages,
      Optional<Long> bytes,
      Optional<RunProgress> progress) {
    return new RunView(
        run.id(),
        run.status(),
        run.agent(),
        run.agentVersion(),
        run.workspace(),
        run.submittedBy(),
        run.home().isEmpty(),
        run.priority(),
        run.waitingFor(),
        Optional.empty(),
        run.epoch(),
        holder(run),
        run.lastSequence(),
        run.forkedFrom(),
        run.parentRun(),
        run.cancelRequest(),
        run.pauseRequest(),
        run.createdAt(),
        run.updatedAt(),
        messages,
        bytes,
        progress,
        Optional.empty());
  }

  private static Optional<Holder> holder(Run run) {
    return run.status() == RunStatus.RUNNING
        ? run.owner()
            .flatMap(o -> run.leaseUntil().map(until -> new Holder(RunOwner.server(o), until)))
        : Optional.empty();
  }

  /** Returns the run with its place in the queue, if it has one. */
  RunView at(Optional<QueuePlaceView> place) {
    return with(place, begunBy);
  }

  /** Returns the run with who began the call that was resolved. */
  public RunView begunBy(Optional<CallBeginner> beginner) {
    return with(queue, beginner);
  }

  private RunView with(Optional<QueuePlaceView> place, Optional<CallBeginner> beginner) {
    return new RunView(
        id,
        status,
        agent,
        agentVersion,
        workspace,
        submittedBy,
        durable,
        priority,
        waitingFor,
        place,
        epoch,
        holder,
        lastSequence,
        forkedFrom,
        worksFor,
        cancelRequested,
        pauseRequested,
        createdAt,
        updatedAt,
        messages,
        bytes,
        progress,
        beginner);
  }
}
