package dev.reprise.execution;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.codec.BodyOmission;
import dev.reprise.queue.Claims;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRowUpdates;
import dev.reprise.queue.row.RunRowUpdates.WorkDone;
import dev.reprise.run.Checkpoint;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The one writer of a run's journal, and the state of the run after the events that it wrote. One
 * thread at a time uses it. Tested by {@code FencedRunTest}.
 */
final class RunWriter {

  private static final System.Logger LOG = System.getLogger(RunWriter.class.getName());

  private final Claim claim;
  private final Journal journal;
  private final WriteFaults faults;

  private RunState state;
  private Position head;
  private long checkpoint;
  private Optional<PendingAppend> newest = Optional.empty();
  private CompletableFuture<Integer> reported = CompletableFuture.completedFuture(0);
  private volatile Suspicion suspicion = Suspicion.NONE;

  /** Whether the run may have ended the servers that died with it. */
  private enum Suspicion {
    NONE,
    SUSPECT,
    /** The run has taken a step forward since it was claimed. */
    STEPPED_FORWARD
  }

  RunWriter(Claim claim, Journal journal, ReplayedRun replayed, WriteFaults faults) {
    this.claim = claim;
    this.journal = journal;
    this.faults = faults;
    this.state = replayed.state();
    this.head = replayed.head();
    this.checkpoint = replayed.checkpoint();
  }

  RunState state() {
    return state;
  }

  /** Notes that servers died with the run, so that its next step forward counts for it. */
  void suspect() {
    suspicion = Suspicion.SUSPECT;
  }

  /** Returns whether the run is a suspect and has taken a step forward. */
  boolean hasSteppedForward() {
    return suspicion == Suspicion.STEPPED_FORWARD;
  }

  void clear() {
    suspicion = Suspicion.NONE;
  }

  /** Appends events, as {@link ActiveRun#append(List)} says. */
  void append(List<? extends RunEvent> events) {
    faults.throwFirst();
    int failures = faults.takeStoreFailures();
    List<RunEvent> all = new ArrayList<>(events.size() + 1);
    if (failures > 0) {
      all.add(new LifecycleEvent.RecordDelayed(failures));
    }
    all.addAll(events);
    apply(appended(all, failures), all);
    if (isCheckpointDue(all.getLast(), state, head.sequence())) {
      checkpoint();
    }
    if (journal.isRequired()) {
      awaitDurable();
    }
  }

  /** Returns whether a checkpoint follows an event if it is appended alone. */
  boolean isCheckpointDueAfter(RunEvent event) {
    return isCheckpointDue(event, state.apply(event), head.sequence() + 1);
  }

  private boolean isCheckpointDue(RunEvent last, RunState after, long sequence) {
    return recordsContent() && Checkpoint.isDueAfter(last, after, sequence - checkpoint);
  }

  private PendingAppend appended(List<RunEvent> events, int failures) {
    try {
      return appended(events);
    } catch (PayloadTooLargeException e) {
      Optional<List<RunEvent>> cut = OversizedResults.cut(events, e);
      if (cut.isEmpty()) {
        faults.refused(e, failures, state);
        throw e;
      }
      LOG.log(INFO, "{0}; what does not fit of the result was left out", e.getMessage());
      return appended(cut.get(), failures);
    }
  }

  private PendingAppend appended(List<RunEvent> events) {
    List<RunEvent> recorded = recorded(events);
    if (suspicion != Suspicion.SUSPECT || !isStepForward(events)) {
      return journal.append(claim.writer(), head, recorded, RunRowUpdates.advance(state));
    }
    PendingAppend progress =
        journal.append(
            claim.writer(), head, recorded, RunRowUpdates.progress(claim, head, recorded.size()));
    suspicion = Suspicion.STEPPED_FORWARD;
    return progress;
  }

  private boolean isStepForward(List<RunEvent> events) {
    RunState next = state;
    for (RunEvent event : events) {
      next = next.apply(event);
    }
    return next.attempts() == 0;
  }

  private void checkpoint() {
    try {
      apply(claim.checkpoint(journal, head, state), List.of());
      checkpoint = head.sequence();
    } catch (PayloadTooLargeException e) {
      LOG.log(
          WARNING,
          "run %s: no checkpoint at event %d, a resume also reads the events before it: %s"
              .formatted(claim.run(), head.sequence(), e.getMessage()));
    }
  }

  /**
   * Applies the recorded events, not the original ones, because a crash leaves only the recorded
   * ones. An agent whose bodies are not recorded is the one exception: its run cannot continue
   * without the original texts.
   *
   * @param originals the events before redaction and omission
   */
  private void apply(PendingAppend appended, List<? extends RunEvent> originals) {
    reported = appended.durable().whenComplete(faults::written).toCompletableFuture();
    newest = Optional.of(appended);
    head = appended.end();
    for (RunEvent event : recordsContent() ? appended.events() : originals) {
      state = state.apply(event);
    }
  }

  private List<RunEvent> recorded(List<RunEvent> events) {
    return recordsContent() ? events : events.stream().map(BodyOmission::notKept).toList();
  }

  private boolean recordsContent() {
    return state.agent().recordsContent();
  }

  /** Waits, as {@link ActiveRun#awaitDurable} says. */
  void awaitDurable() {
    faults.throwFirst(); // the first says why; later ones only that they no longer fit
    newest.ifPresent(PendingAppend::await);
    reported.join(); // so that a delayed write stops the run before its next step
  }

  /** Appends the events with which the claim ends, durably. */
  void release(Claims claims, List<RunEvent> events) {
    awaitDurable(); // so that a delayed record says so before it ends
    if (faults.storeFailures() > 0) {
      append(List.of());
    }
    RunState last = state;
    for (RunEvent event : events.subList(0, events.size() - 1)) {
      last = last.apply(event);
    }
    var work =
        new WorkDone(
            last.messages(), RunRowUpdates.progressOf(last), suspicion != Suspicion.SUSPECT);
    PendingAppend end = claims.release(claim, head, recorded(events), work);
    head = end.await();
    apply(end, events);
  }
}
