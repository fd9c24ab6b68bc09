package dev.reprise.execution;

import static java.lang.System.Logger.Level.ERROR;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import dev.reprise.resilience.Fence;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.telemetry.RunContext;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run that a job of this server holds: the one writer of its journal.
 *
 * <p>An appended event counts at once and is durable soon. Callers use {@link #awaitDurable} where
 * a guarantee needs the record first. One thread at a time appends: the {@link
 * dev.reprise.execution.worker.Worker}'s or, while no worker has the run, the job's. Any thread may
 * ask the run to stop. Tested by {@code FencedRunTest}.
 */
public final class ActiveRun {

  private static final System.Logger LOG = System.getLogger(ActiveRun.class.getName());

  private final Lease lease;
  private final Optional<Role> role;
  private final StopRequest stop;
  private final WriteFaults faults;
  private final RunWriter writer;

  private volatile long messages;
  private volatile boolean isAlone;

  /**
   * @param role the highest role of the run's submitter, if known
   */
  public ActiveRun(Lease lease, Optional<Role> role, Journal journal, ReplayedRun replayed) {
    this.lease = lease;
    this.role = role;
    this.stop = new StopRequest(id());
    this.faults = new WriteFaults(id(), journal::isRequired, stop);
    this.writer = new RunWriter(lease.claim(), journal, replayed, faults);
  }

  public UUID id() {
    return lease.claim().run();
  }

  public Claim claim() {
    return lease.claim();
  }

  /** Returns what the threads that work on the run log with each line. */
  public RunContext context() {
    return new RunContext(id(), claim().tenant(), claim().epoch());
  }

  /** Returns the fence to check before an external call starts. */
  public Fence fence() {
    return new RunFence(this);
  }

  /** Returns whether this server certainly holds the run, by the clock alone. */
  boolean isCertain() {
    return lease.isCertain();
  }

  /** Returns whether it is time to renew the lease. */
  public boolean isDueForRenewal() {
    return lease.isDue();
  }

  /**
   * Renews the lease; stops the run if another server holds it.
   *
   * @return false if another server holds the run
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database does not answer
   */
  public boolean renew() {
    boolean held = lease.renew();
    if (!held) {
      stop(StopCause.CLAIM_LOST);
    }
    return held;
  }

  /** Returns the highest role of the run's submitter; empty if it is unknown. */
  public Optional<Role> role() {
    return role;
  }

  public AgentDefinition agent() {
    return state().agent();
  }

  /** Returns the state after all appended events. */
  public RunState state() {
    return writer.state();
  }

  /**
   * Appends events and applies them to the state; adds a checkpoint where one is due. Returns at
   * once or, if {@linkplain Journal#isRequired the record is required}, when all of this is
   * durable.
   *
   * @throws StaleEpochException if an earlier append was refused because this job no longer holds
   *     the run
   * @throws dev.reprise.journal.JournalUnavailableException if the database did not take an earlier
   *     append, or there is no room for this one
   * @throws PayloadTooLargeException if an event is too large for any record; then the run stops
   *     and fails
   */
  public void append(List<? extends RunEvent> events) {
    writer.append(events);
  }

  /** Returns whether a checkpoint follows an event that is appended alone. */
  public boolean isCheckpointDueAfter(RunEvent event) {
    return writer.isCheckpointDueAfter(event);
  }

  /** Appends one event, like {@link #append(List)}. */
  public void append(RunEvent event) {
    append(List.of(event));
  }

  /** Appends the results of a call; a result that is too large for the record stops the run. */
  public void appendResults(List<RunEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    try {
      append(events);
    } catch (PayloadTooLargeException e) {
      LOG.log(ERROR, "run %s fails: a result is too large to be recorded".formatted(id()), e);
    }
  }

  /**
   * Notes that the run may have ended servers, until it proves itself.
   *
   * @param alone whether nothing else may be at work on this server until then
   */
  public void suspect(boolean alone) {
    writer.suspect();
    isAlone = alone;
  }

  /** Returns whether nothing else may be at work on this server beside the run. */
  public boolean isAlone() {
    return isAlone;
  }

  /** Returns whether a suspect has taken a step forward, so that it is none if it lives on. */
  public boolean isProven() {
    return writer.hasSteppedForward();
  }

  /** Notes that the run has proved itself. */
  public void clear() {
    writer.clear();
    isAlone = false;
  }

  /**
   * Waits until all appended events are durable.
   *
   * @throws StaleEpochException if this job no longer holds the run
   * @throws dev.reprise.journal.JournalUnavailableException if the database did not take an event
   */
  public void awaitDurable() {
    writer.awaitDurable();
  }

  /** Ends the claim with events, durably; the last one says why. */
  public void release(Claims claims, List<RunEvent> events) {
    writer.release(claims, events);
  }

  /**
   * Returns why the run must fail, if an event was too large to be recorded, or was recorded late
   * where the record is required.
   */
  public Optional<Failure> unrecordable() {
    return faults.unrecordable();
  }

  /** Asks the run to stop soon; a cause that abandons the step overrides other causes. */
  public void stop(StopCause cause) {
    stop.stop(cause);
  }

  /** Stops the run before its next step, because this server lacks what the run pinned. */
  public void stop(DefinitionMismatch why) {
    stop.stop(why);
  }

  /** Returns the differences that stop the run with {@link StopCause#MISFIT}. */
  public DefinitionMismatch mismatch() {
    return stop.mismatch();
  }

  public Optional<StopCause> stopCause() {
    return stop.cause();
  }

  /** Notes that the run has messages up to this number. */
  public synchronized void posted(long number) {
    messages = Math.max(messages, number);
  }

  /** Returns whether the run has messages that it has not taken, as far as this server knows. */
  public boolean hasUnread() {
    return messages > state().messages();
  }
}
