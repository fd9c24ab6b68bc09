package dev.reprise.api.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Failure;
import dev.reprise.api.run.RunProgress.Durability;
import dev.reprise.platform.Json;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.Hold;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.telemetry.RunTrace;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A run. Its groups are flat in JSON. Tested by {@code RunWaitIT}. */
public record RunView(
    UUID id,
    RunStatus status,
    @JsonUnwrapped Task task,
    @JsonUnwrapped Waiting waiting,
    @JsonUnwrapped Execution execution,
    @JsonUnwrapped Links links,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Detail detail) {

  private static final Set<RunStatus> REASONED =
      EnumSet.of(RunStatus.WAITING, RunStatus.PAUSED, RunStatus.CANCELLED);

  private static final Set<RunStatus> FAILED = EnumSet.of(RunStatus.FAILED, RunStatus.DEAD_LETTER);

  /**
   * What the run does, and for whom.
   *
   * @param agentVersion content hash of the agent's document that the run is pinned to
   * @param durable whether the run's record outlives its server; false while it is only in memory
   * @param priority the run's preference among its tenant's runs, from -9 to 9
   * @param labels what the run was marked with when it was submitted, or its parent if it is a fork
   */
  public record Task(
      String agent,
      String agentVersion,
      String workspace,
      String submittedBy,
      boolean durable,
      int priority,
      Map<String, String> labels) {}

  /**
   * Why the run is not running.
   *
   * @param waitingFor what a waiting run waits for; {@code agent} for a queued run whose agent is
   *     not called for a while
   * @param reason why a run waits, or was paused or cancelled, in words, cut after 1,024 characters
   * @param failure why a run has failed; its message is cut after 1,024 characters
   * @param queue why a queued run is not running, and what is ahead of it; absent in lists and
   *     streams
   */
  public record Waiting(
      Optional<String> waitingFor,
      Optional<String> reason,
      Optional<Failure> failure,
      Optional<QueuePlaceView> queue) {

    private static Waiting of(Run run) {
      return new Waiting(
          run.waitingFor(),
          run.summary().reason().filter(text -> REASONED.contains(run.status())),
          run.summary().failure().filter(failure -> FAILED.contains(run.status())),
          Optional.empty());
    }
  }

  /**
   * Who carries the run out, and how far it is.
   *
   * @param epoch how often the run was claimed
   * @param holder the server that carries the run out; absent unless it is RUNNING
   * @param phase the phase that the run is in, or was in when it ended; this and the two that
   *     follow are as of the event before the newest, and absent until the run has worked
   * @param iteration model replies in that phase
   * @param spentUsd what the run and its child runs have spent, in US dollars
   * @param lastSequence sequence of the newest event
   * @param traceId of the one trace that all servers write about the run
   */
  public record Execution(
      long epoch,
      Optional<Holder> holder,
      Optional<String> phase,
      Optional<Integer> iteration,
      Optional<BigDecimal> spentUsd,
      long lastSequence,
      String traceId) {

    private static Execution of(Run run) {
      return new Execution(
          run.epoch(),
          RunView.holder(run),
          run.summary().phase(),
          run.summary().iteration(),
          run.summary().spentUsd(),
          run.lastSequence(),
          RunTrace.id(run.id()));
    }
  }

  /**
   * Other runs that the run belongs to, and what people requested.
   *
   * @param forkedFrom the event of another run from which this one continues
   * @param worksFor the parent of a child run, which is cancelled with it
   * @param cancelRequested a request that the holder has not carried out yet
   * @param pauseRequested a request that the holder has not carried out yet; {@code :resume}
   *     withdraws it
   */
  public record Links(
      Optional<Run.Origin> forkedFrom,
      Optional<UUID> worksFor,
      Optional<Run.CancelRequest> cancelRequested,
      Optional<Run.PauseRequest> pauseRequested) {}

  /**
   * When the run was written.
   *
   * @param updatedAt when its row or its record was last written
   * @param endedAt when it ended
   */
  public record Times(Instant createdAt, Instant updatedAt, Optional<Instant> endedAt) {}

  /**
   * What the run's record adds to its row.
   *
   * @param messages how many messages the run was sent, and how many it has taken; absent in lists
   * @param bytes size of the payloads of its events; absent in lists and streams
   * @param output the answer of a completed run as JSON, if its agent declares what it must be;
   *     absent in lists. The text of any answer is {@code progress.outcome.output}
   * @param progress what the journal adds up to; absent in lists, and for a run that is not durable
   *     whose journal is in the memory of another server
   * @param begunBy who began the call that was resolved; only in the response to that
   * @param mayResume the least role that lets the run continue, by {@code :resume} or {@code
   *     :fork}: {@code submitter} is the one who submitted it; absent where progress is
   */
  public record Detail(
      Optional<MessageCount> messages,
      Optional<Long> bytes,
      Optional<JsonNode> output,
      Optional<RunProgress> progress,
      Optional<CallStarter> begunBy,
      Optional<String> mayResume) {

    private static final Detail NONE =
        new Detail(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  /**
   * Messages of people to a run.
   *
   * @param posted how many were sent
   * @param taken how many of them the model has been shown, or is shown in its next call; a run
   *     never takes those that are left when it ends
   */
  public record MessageCount(long posted, long taken) {}

  /**
   * The server that carries a run out.
   *
   * @param leaseUntil when others may claim the run, unless the holder renews the lease
   */
  public record Holder(String server, Instant leaseUntil) {}

  /** Returns a run as its row has it. */
  public static RunView of(Run run) {
    return of(run, Detail.NONE);
  }

  public static RunView of(Run run, RunState state) {
    return of(run, state, Optional.empty());
  }

  static RunView of(Run run, RunState state, long bytes) {
    return of(run, state, Optional.of(bytes));
  }

  private static RunView of(Run run, RunState state, Optional<Long> bytes) {
    var messages = new MessageCount(Math.max(run.messages(), state.messages()), state.messages());
    var durability = run.inMemoryOn().isEmpty() ? Durability.of(state) : Durability.IN_MEMORY;
    var progress = RunProgress.of(state, durability);
    return of(
        run,
        new Detail(
            Optional.of(messages),
            bytes,
            state.output().map(output -> Json.read(output.text())),
            Optional.of(progress),
            Optional.empty(),
            Optional.of(mayResume(run, state).roleName())));
  }

  private static Role mayResume(Run run, RunState state) {
    return Hold.of(state, run.submittedBy()).map(hold -> Role.OPERATOR).orElse(Role.SUBMITTER);
  }

  private static RunView of(Run run, Detail detail) {
    return new RunView(
        run.id(),
        run.status(),
        new Task(
            run.agent(),
            run.agentVersion(),
            run.workspace(),
            run.submittedBy(),
            run.inMemoryOn().isEmpty(),
            run.priority(),
            run.labels().values()),
        Waiting.of(run),
        Execution.of(run),
        new Links(run.forkedFrom(), run.parentRun(), run.cancelRequest(), run.pauseRequest()),
        new Times(
            run.createdAt(),
            run.changedAt(),
            run.summary().endedAt().filter(at -> run.status().isEnded())),
        detail);
  }

  private static Optional<Holder> holder(Run run) {
    return run.status() == RunStatus.RUNNING
        ? run.owner()
            .flatMap(
                o -> run.leaseUntil().map(until -> new Holder(ServerIdentity.nameOf(o), until)))
        : Optional.empty();
  }

  /** Returns the run with its position in the queue, if it has one. */
  RunView at(Optional<QueuePlaceView> place) {
    var queued = new Waiting(waiting.waitingFor(), waiting.reason(), waiting.failure(), place);
    return new RunView(id, status, task, queued, execution, links, times, detail);
  }

  /** Returns the run with who began the call that was resolved. */
  public RunView begunBy(Optional<CallStarter> beginner) {
    var resolved =
        new Detail(
            detail.messages(),
            detail.bytes(),
            detail.output(),
            detail.progress(),
            beginner,
            detail.mayResume());
    return new RunView(id, status, task, waiting, execution, links, times, resolved);
  }
}
