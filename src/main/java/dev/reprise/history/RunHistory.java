package dev.reprise.history;

import dev.reprise.journal.Journal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Reads from the end of a run's journal what was done last. */
@ApplicationScoped
public class RunHistory {

  /** How far back people are told what was done: bounds what is read, however long the run is. */
  private static final int EVENTS = 200;

  private final Journal journal;

  @Inject
  public RunHistory(Journal journal) {
    this.journal = journal;
  }

  /**
   * Returns what was done last in a run up to an event of its own journal.
   *
   * @throws dev.reprise.journal.BrokenRecordException if the record is not authentic
   */
  public RecentSteps upTo(UUID run, long sequence) {
    var from = journal.position(run, Math.max(0, sequence - EVENTS));
    return RecentSteps.of(
        RecordedCall.in(
            journal.readAll(run, from).takeWhile(event -> event.sequence() <= sequence)));
  }
}
