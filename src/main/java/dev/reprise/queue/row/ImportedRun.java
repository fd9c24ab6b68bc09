package dev.reprise.queue.row;

import dev.reprise.agent.Delegation;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.run.Requester;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.state.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run from a record file that may be inserted into the table.
 *
 * @param status the status at the end of its record
 * @param messages how many messages the run has taken
 * @param delegation the call of another run for which this run works, if it is a child run
 * @param progress how far it has come
 * @param submitter the person for whom the run works, as far as its record says
 */
public record ImportedRun(
    RecordArchive.Unpacked record,
    RunStatus status,
    long messages,
    Optional<Delegation> delegation,
    FencedUpdate.Progress progress,
    Optional<Submitter> submitter) {

  /** The events of a submission, which come first: the run, its budget and its labels. */
  private static final int FIRST_EVENTS = 3;

  /**
   * Returns the person for whom the run works here. A run that continues works for its importer,
   * which is recorded. A run that has ended keeps the person whom its record names.
   */
  public Requester owner(Requester importer) {
    return submitter
        .filter(person -> status.isEnded())
        .map(person -> new Requester(person.name(), Optional.of(person.role())))
        .orElse(importer);
  }

  /** Returns the labels that the run was submitted with; a fork has those of its parent. */
  Labels labels() {
    return record.events().stream()
        .limit(FIRST_EVENTS)
        .map(RecordedEvent::event)
        .filter(ControlEvent.Labelled.class::isInstance)
        .map(labelled -> Labels.of(((ControlEvent.Labelled) labelled).labels()))
        .findFirst()
        .orElse(Labels.NONE);
  }

  /** Returns the last event, if the run has ended: with it the run ended. */
  public Optional<RecordedEvent> end() {
    return Optional.of(record.events()).filter(events -> status.isEnded()).map(List::getLast);
  }

  UUID id() {
    return record.header().run();
  }

  /** Returns the event by which the run was forked, if it is a fork. */
  Optional<LifecycleEvent.Forked> fork() {
    return record.events().getFirst().event() instanceof LifecycleEvent.Forked forked
        ? Optional.of(forked)
        : Optional.empty();
  }
}
