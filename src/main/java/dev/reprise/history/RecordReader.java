package dev.reprise.history;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** Reads pages of runs' journals for people of their tenants. */
@ApplicationScoped
public class RecordReader {

  /** How many events are on a page of a view that shows only some of them. */
  private static final int EVENTS = 500;

  private final Runs runs;
  private final Journal journal;

  @Inject
  public RecordReader(Runs runs, Journal journal) {
    this.runs = runs;
    this.journal = journal;
  }

  /**
   * Returns the events of a run from which a view shows some.
   *
   * @param after as in {@link #read}
   */
  public RecordPage page(Run run, long after) {
    return RecordPage.of(read(run, after, EVENTS), run.lastSequence());
  }

  /**
   * Returns events of a run in their order, fewer than the limit if they are large; none only at
   * the end.
   *
   * @param after the sequence of the event before the first one, which the run must have; 0 for all
   * @throws BrokenRecordException if an event is not what was written, or belongs to a run of
   *     another tenant: the row names the tenant but is not sealed, the event names it and is
   */
  public List<RecordedEvent> read(Run run, long after, int limit) {
    runs.requireRecord(run);
    List<RecordedEvent> events = journal.read(run.id(), journal.position(run.id(), after), limit);
    for (RecordedEvent event : events) {
      if (!event.tenant().equals(run.tenant())) {
        throw new BrokenRecordException(run.id(), "tenant", run.tenant(), event.tenant());
      }
    }
    return events;
  }
}
