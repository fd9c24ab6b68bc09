package dev.reprise.execution;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Failure;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.codec.BodyOmission;
import dev.reprise.resilience.Fence;
import dev.reprise.run.Checkpoint;
import dev.reprise.run.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.queue.Claims;
import dev.reprise.run.state.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A run that a job of this server holds: the one writer of its journal.
 *
 * <p>What is appended is believed at once and durable soon; {@link #awaitDurable} stands wherever a
 * guarantee needs the record first. One thread at a time appends, the {@link Worker}'s or, when no
 * worker has the run, the job's; others may ask it to stop.
 */
public final class ActiveRun {

  private static final System.Logger LOG = System.getLogger(ActiveRun.class.getName());

  private final Lease lease;
  private final Optional<Role> role;
  private final Journal journal;

  private RunState state;
  private Position head;
  private long checkpoint;
  private Optional<PendingAppend> newest = Optional.empty();
  private CompletableFuture<Integer> noted = CompletableFuture.completedFuture(0);
  private Optional<StopCause> stop = Optional.empty();
  private Optional<RuntimeException> fault = Optional.empty();
  private Optional<Failure> unrecordable = Optional.empty();
  private Optional<DefinitionMismatch> mismatch = Optional.empty();
  private int storeFailures;
  private boolean suspect;
  private volatile long messages;

  /**
   * @param role the highest of the person for whom the run is
   */
  public ActiveRun(Lease lease, Optional<Role> role, Journal journal, ReplayedRun folded) {
    this.lease = lease;
    this.role = role;
    this.journal = journal;
    this.state = folded.state();
    this.head = folded.head();
    this.checkpoint = folded.checkpoint();
  }

  public UUID id() {
    return lease.claim().run();
  }

  public Claim claim() {
    return lease.claim();
  }

  /** Returns what is to be checked before anything begins outside. */
  public Fence fence() {
    return new RunFence(this);
  }

  /** Returns whether the run is this server's for certain, by the clock alone. */
  boolean isCertain() {
    return lease.isCertain();
  }

  /** Returns whether it is time to renew the lease. */
  public boolean isDueForRenewal() {
    return lease.isDue();
  }

  /**
   * Renews the lease; a run that is held by someone else stops.
   *
   * @return false if it is
   * @throws dev.reprise.run.RunsUnavailableException if the database does not say
   */
  public boolean renew() {
    boolean held = lease.renew();
    if (!held) {
      stop(StopCause.CLAIM_LOST);
    }
    return held;
  }

  /** Returns the highest role of the person for whom the run is; empty if none is known. */
  public Optional<Role> role() {
    return role;
  }

  public AgentDefinition agent() {
    return state.agent();
  }

  public RunState state() {
    return state;
  }

  Position head() {
    return head;
  }

  /**
   * Has it recorded what happened, and believes it; adds a checkpoint where one is due. Returns
   * when all of that is durable where the record is required, else at once.
   *
   * @throws StaleEpochException if something before it was refused, because the run is not this
   *     job's any more
   * @throws dev.reprise.journal.JournalUnavailableException if the database did not take something
   *     before it, or there is no room
   * @throws PayloadTooLargeException if no record may be so large; then the run is to stop and
   *     fails
   */
  public void append(List<? extends RunEvent> events) {
    throwFault();
    int failures = takeStoreFailures();
    List<RunEvent> all = new ArrayList<>(events.size() + 1);
    if (failures > 0) {
      all.add(new LifecycleEvent.RecordDelayed(failures));
    }
    all.addAll(events);
    believe(appended(all, failures), all);
    if (agent().recordsBodies()
        && Checkpoint.isDueAfter(all.getLast(), state, head.sequence() - checkpoint)) {
      checkpoint();
    }
    if (journal.isRequired()) {
      awaitDurable();
    }
  }

  private void checkpoint() {
    try {
      believe(Checkpoint.append(journal, lease.claim(), head, state), List.of());
      checkpoint = head.sequence();
    } catch (PayloadTooLargeException e) {
      LOG.log(
          WARNING,
          "run %s has no checkpoint at event %d; a resume reads what lies before it, too: %s"
              .formatted(id(), head.sequence(), e.getMessage()));
    }
  }

  /**
   * Believes what is recorded, and not what happened: that is all that a crash leaves. Here alone
   * the two part, on purpose, where the agent's bodies are not recorded: the run works on with what
   * was said, and cannot go on without it.
   *
   * @param happened what was to be recorded
   */
  private void believe(PendingAppend appended, List<? extends RunEvent> happened) {
    noted = appended.durable().whenComplete(this::written).toCompletableFuture();
    newest = Optional.of(appended);
    head = appended.end();
    for (RunEvent event : agent().recordsBodies() ? appended.events() : happened) {
      state = state.apply(event);
    }
  }

  private PendingAppend appended(List<RunEvent> events, int failures) {
    try {
      List<RunEvent> recorded = recorded(events);
      if (!suspect || !isStepForward(events)) {
        return journal.append(lease.claim().writer(), head, recorded);
      }
      PendingAppend forgiven = Claims.forgive(journal, lease.claim(), head, recorded);
      suspect = false;
      return forgiven;
    } catch (PayloadTooLargeException e) {
      refused(e, failures);
      throw e;
    }
  }

  /** Has the next step forward recorded as one of a run that servers have ended with. */
  public void suspect() {
    suspect = true;
  }

  private boolean isStepForward(List<RunEvent> events) {
    RunState next = state;
    for (RunEvent event : events) {
      next = next.apply(event);
    }
    return next.attempts() == 0;
  }

  private List<RunEvent> recorded(List<RunEvent> events) {
    return agent().recordsBodies() ? events : events.stream().map(BodyOmission::notKept).toList();
  }

  private synchronized void refused(PayloadTooLargeException refusal, int failures) {
    storeFailures += failures; // still to be told
    unrecordable = Optional.of(OversizedPayloads.failure(id(), refusal, state));
    stop(StopCause.UNRECORDABLE);
  }

  /**
   * Returns why the run cannot go on, if something that happened is too large to be recorded, or
   * was recorded late where the record is required.
   */
  public synchronized Optional<Failure> unrecordable() {
    return unrecordable;
  }

  /** Does the same with what a call led to; one too large for the record stops the run. */
  public void appendResult(RunEvent event) {
    try {
      append(event);
    } catch (PayloadTooLargeException e) {
      LOG.log(ERROR, "the run fails, because the record would lack this", e);
    }
  }

  public void append(RunEvent event) {
    append(List.of(event));
  }

  /**
   * Waits until all that was appended is durable.
   *
   * @throws StaleEpochException if the run is not this job's any more
   * @throws dev.reprise.journal.JournalUnavailableException if the database did not take it
   */
  public void awaitDurable() {
    throwFault(); // the first tells why; those behind it only that they do not fit any more
    newest.ifPresent(PendingAppend::await);
    noted.join(); // so that what came late stops the run before its next step
  }

  /** Ends the claim with the event that says why, durably. */
  public void release(Claims claims, RunEvent event) {
    awaitDurable(); // so that a record which was delayed says so before it ends
    if (storeFailures() > 0) {
      append(List.of());
    }
    RunEvent recorded = recorded(List.of(event)).getFirst();
    PendingAppend end = claims.release(lease.claim(), head, recorded, state.messages());
    head = end.await();
    believe(end, List.of(event));
  }

  /** Asks the run to stop soon; what abandons the step overrides other causes. */
  public synchronized void stop(StopCause cause) {
    if (stop.isEmpty() || cause.abandonsStep()) {
      stop = Optional.of(cause);
    }
  }

  /** Has the run stop before its next step, because this server has not what it keeps. */
  public synchronized void stop(DefinitionMismatch why) {
    mismatch = Optional.of(why);
    stop(StopCause.MISFIT);
  }

  /** Returns why the run is to stop with {@link StopCause#MISFIT}. */
  public synchronized DefinitionMismatch mismatch() {
    return mismatch.orElseThrow(() -> new IllegalStateException(id() + " fits"));
  }

  public synchronized Optional<StopCause> stopCause() {
    return stop;
  }

  /** Learns that the run has messages up to this number. */
  public synchronized void posted(long number) {
    messages = Math.max(messages, number);
  }

  /** Returns whether there are messages that the run has not taken, as far as is known here. */
  public boolean hasUnread() {
    return messages > state.messages();
  }

  /** Called by whoever wrote an append, or failed to. */
  private synchronized void written(@Nullable Integer failures, @Nullable Throwable reason) {
    if (failures != null && failures > 0) {
      storeFailures += failures;
      requireNoDelay(failures);
    }
    if (reason instanceof RuntimeException first && fault.isEmpty()) {
      fault = Optional.of(first);
      stop(first instanceof StaleEpochException ? StopCause.CLAIM_LOST : StopCause.RECORD_LOST);
    }
  }

  private synchronized void requireNoDelay(int failures) {
    if (journal.isRequired() && unrecordable.isEmpty()) {
      unrecordable =
          Optional.of(
              new Failure(
                  "record_delayed",
                  "the database took what the run recorded only after %d failures, and reprise.durability is required"
                      .formatted(failures)));
      stop(StopCause.UNRECORDABLE);
    }
  }

  private synchronized void throwFault() {
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  private synchronized int storeFailures() {
    return storeFailures;
  }

  private synchronized int takeStoreFailures() {
    int failures = storeFailures;
    storeFailures = 0;
    return failures;
  }
}
