package dev.reprise.history;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.queue.row.Run;
import dev.reprise.run.ReplayedRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads pages of runs' tool calls for people of their tenants. */
@ApplicationScoped
public class CallReader {

  private final RecordReader records;
  private final Journal journal;

  @Inject
  public CallReader(RecordReader records, Journal journal) {
    this.records = records;
    this.journal = journal;
  }

  /**
   * Which calls a page has.
   *
   * @param from where the page begins; empty for the newest call
   */
  public record Query(Predicate<CallEntry> wanted, int limit, Optional<CallPlace> from) {}

  /**
   * Returns a page of the tool calls of a run. It may have fewer calls than the limit, even none,
   * although older ones follow: a search through a long run ends after some thousand events.
   *
   * @param agent the agent of the run
   * @throws IllegalArgumentException if the page does not begin at a place in this run
   */
  public CallPage page(Run run, AgentDefinition agent, Query query) {
    var page = new CallPageBuilder(query.limit(), query.wanted());
    new CallList(
            (after, limit) -> records.read(run, after, limit),
            () -> ReplayedRun.upTo(journal, run.id(), 1, agent).state())
        .fill(page, run.lastSequence(), query.from());
    return page.page();
  }
}
