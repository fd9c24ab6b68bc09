package dev.reprise.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** An agent over a data set. */
public record Batch(
    UUID id,
    String tenant,
    BatchWork work,
    BatchLimits limits,
    BatchTotals totals,
    State state,
    Holder holder,
    Times times) {

  /**
   * Where a batch stands.
   *
   * @param requested the status that people, or a limit, asked for, and that it takes as soon as
   *     the runs that are under way allow it; empty if none was
   * @param reason why it has ended, is paused, or was asked to; empty if nothing was said
   * @param hold why it waits although items could begin; empty if that is not so
   */
  public record State(
      BatchStatus status,
      Optional<BatchStatus> requested,
      Optional<String> reason,
      Optional<Hold> hold) {

    /** Creates the state of a batch that nothing holds. */
    public State(BatchStatus status, Optional<BatchStatus> requested, Optional<String> reason) {
      this(status, requested, reason, Optional.empty());
    }
  }

  /**
   * Who carries a batch out.
   *
   * @param owner the start of a server; empty if none does
   * @param epoch how often a job has claimed it
   * @param execution the execution of the job that last did
   */
  public record Holder(Optional<String> owner, long epoch, Optional<Long> execution) {

    /** Returns the name of the server: the owner is its name, {@code #}, and a unique part. */
    public Optional<String> server() {
      return owner.map(start -> start.substring(0, Math.max(0, start.lastIndexOf('#'))));
    }
  }

  /**
   * When what happened.
   *
   * @param startedAt when a job first claimed it
   * @param endedAt when it ended; empty if it has not
   * @param pace since when its present or last job works; empty before the first
   */
  public record Times(
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> endedAt,
      Optional<Pace> pace) {}

  /**
   * From where the pace of a job is measured.
   *
   * @param since when the job claimed the batch
   * @param endedBefore how many items had ended then
   */
  public record Pace(Instant since, int endedBefore) {}

  /** What a person saw of a batch. It changes with its status and with each job that claims it. */
  public record Version(long epoch, State state) {}

  public Version version() {
    return new Version(holder.epoch(), state);
  }

  public BatchStatus status() {
    return state.status();
  }

  /**
   * Returns how long the rest takes if it goes on as since its job claimed it; empty unless it is
   * running and an item has ended since.
   */
  public Optional<Duration> timeLeft(Instant now) {
    return times
        .pace()
        .filter(pace -> status() == BatchStatus.RUNNING && totals.ended() > pace.endedBefore())
        .map(
            pace ->
                Duration.between(pace.since(), now)
                    .multipliedBy(totals.pending())
                    .dividedBy(totals.ended() - pace.endedBefore()))
        .filter(left -> !left.isNegative());
  }
}
