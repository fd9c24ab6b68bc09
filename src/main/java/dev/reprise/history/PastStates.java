package dev.reprise.history;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Run;
import dev.reprise.run.ReplayedRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;

/** Reads what runs were after events of their journals, for people of their tenants. */
@ApplicationScoped
public class PastStates {

  private final RecordReader records;
  private final Journal journal;
  private final RecordReads reads;

  @Inject
  public PastStates(RecordReader records, Journal journal, RecordReads reads) {
    this.records = records;
    this.journal = journal;
    this.reads = reads;
  }

  /**
   * Returns what a run was after an event.
   *
   * @param agent the agent of the run
   * @param sequence of the event, which the run must have
   * @throws RecordReads.TooManyReadsException if too many records are being read
   * @throws dev.reprise.journal.BrokenRecordException if the record up to there is broken
   */
  public PastState at(Run run, AgentDefinition agent, long sequence) {
    return reads.of(run.tenant(), () -> read(run, agent, sequence));
  }

  /**
   * Returns what a run was at a time: after the last event that was recorded by then, or after its
   * first one.
   *
   * @throws RecordReads.TooManyReadsException if too many records are being read
   * @throws dev.reprise.journal.BrokenRecordException if the record up to there is broken
   */
  public PastState at(Run run, AgentDefinition agent, Instant time) {
    return reads.of(run.tenant(), () -> read(run, agent, lastBy(run, time)));
  }

  /** Searches by halves, because the times of a run's events ascend. */
  private long lastBy(Run run, Instant time) {
    long last = run.lastSequence();
    if (!event(run, last).at().isAfter(time)) {
      return last;
    }
    long first = 1;
    while (first + 1 < last) {
      long middle = (first + last) / 2;
      if (event(run, middle).at().isAfter(time)) {
        last = middle;
      } else {
        first = middle;
      }
    }
    return first;
  }

  private RecordedEvent event(Run run, long sequence) {
    return records.read(run, sequence - 1, 1).getFirst();
  }

  private PastState read(Run run, AgentDefinition agent, long sequence) {
    RecordedEvent event = event(run, sequence);
    ReplayedRun folded = ReplayedRun.upTo(journal, run.id(), sequence, agent, run.checkpoint());
    return new PastState(
        EventPlace.of(event),
        StatusFold.at((after, limit) -> records.read(run, after, limit), sequence),
        folded.state());
  }

  /** Counts what a run did after one event and up to another. */
  public StepCount steps(Run run, long after, long last) {
    return reads.of(run.tenant(), () -> counted(run, after, last));
  }

  private StepCount counted(Run run, long after, long last) {
    var count = new StepCount.Builder();
    EventSource events = (from, limit) -> records.read(run, from, limit);
    events.forEach(after + 1, last + 1, count::add);
    return count.built();
  }
}
