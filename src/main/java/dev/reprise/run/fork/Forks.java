package dev.reprise.run.fork;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.journal.Journal;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Run;
import dev.reprise.run.RunRowInserts;
import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import dev.reprise.run.message.MessageInbox;
import dev.reprise.run.queue.QueueFullException;
import dev.reprise.run.queue.QueueLimit;
import dev.reprise.run.queue.QueueSignal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Forks of runs: another run that goes on from an event of one. Nothing of the run is copied and
 * nothing of it changes; the fork's journal names the event, and its state is folded from both.
 */
@ApplicationScoped
public class Forks {

  private static final int PAGE = 500;

  private RunTable table;
  private Journal journal;
  private MessageInbox messages;
  private QueueSignal due;
  private QueueLimit limit;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Forks() {}

  @Inject
  public Forks(
      RunTable table,
      Journal journal,
      MessageInbox messages,
      QueueSignal due,
      QueueLimit limit,
      Clock clock) {
    this.table = table;
    this.journal = journal;
    this.messages = messages;
    this.due = due;
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Looks at an event of a run as one from which another could go on.
   *
   * @param run as its row was before; so if it had its end for good, its journal has no more
   * @param sequence from 1 to the run's last
   * @param effects of tools, by name; empty for one that is not known
   */
  public ForkPoint at(
      Run run,
      long sequence,
      AgentDefinition agent,
      Function<String, Optional<EffectClass>> effects) {
    var parent = new ForkPoint.Parent(run.id(), agent, run.status().isFinal());
    return ForkPoint.read(journal, parent, sequence, effects);
  }

  /** Sums up what a run did behind an event. */
  public Spent usageAfter(Run run, ForkPoint point) {
    var spent = new Spent(0, Usage.NONE, TotalCost.NONE);
    Position head = point.at();
    List<RecordedEvent> page;
    do {
      page = journal.read(run.id(), head, PAGE);
      for (RecordedEvent recorded : page) {
        spent = spent.plus(recorded.event());
        head = recorded.position();
      }
    } while (!page.isEmpty());
    return spent;
  }

  /**
   * What model calls took.
   *
   * @param modelReplies how many replies there were
   * @param usage of these replies, and of what compacted transcripts
   * @param cost of the same
   */
  public record Spent(long modelReplies, Usage usage, TotalCost cost) {

    private Spent plus(RunEvent event) {
      return switch (event) {
        case ModelEvent.Replied it -> plus(1, it.usage(), it.cost());
        case ModelEvent.TranscriptCompacted it -> plus(0, it.usage(), it.cost());
        case ModelEvent.CompactionFailed it when it.hasReply() -> plus(0, it.usage(), it.cost());
        default -> this;
      };
    }

    private Spent plus(int replies, Usage more, Optional<Cost> price) {
      return new Spent(modelReplies + replies, usage.plus(more), cost.plus(price));
    }
  }

  /**
   * Returns how many forks lie between a run and the one that a client submitted, but at most as
   * many as there can be.
   */
  public int generation(UUID run) {
    int generation = 0;
    Optional<UUID> parent = parent(run);
    while (parent.isPresent() && generation < ReplayedRun.MAX_GENERATIONS) {
      generation++;
      parent = parent(parent.get());
    }
    return generation;
  }

  private Optional<UUID> parent(UUID run) {
    return table
        .rows(RunSql.PARENT, row -> Optional.ofNullable(row.getString("parent")), run)
        .stream()
        .flatMap(Optional::stream)
        .map(UUID::fromString)
        .findFirst();
  }

  /** Returns how many generations of forks there can be. */
  public int maxGenerations() {
    return ReplayedRun.MAX_GENERATIONS;
  }

  /**
   * Queues a fork; when this returns, its row and its first events are durable.
   *
   * @throws QueueFullException if its tenant has as many queued as it may
   * @throws dev.reprise.journal.JournalUnavailableException if the database does not take it, or
   *     the run is not there any more
   */
  public void add(NewFork fork, ForkPoint point) {
    limit.requireRoom(fork.tenant());
    List<RunEvent> events = point.events(fork, clock.instant());
    // The message first: nobody finds it without the row, and with the row nobody may miss it.
    fork.message().ifPresent(text -> messages.postFirst(fork, text));
    try {
      journal
          .append(
              new Writer(fork.id(), fork.tenant(), 0),
              Position.START,
              events,
              RunRowInserts.fork(fork, point, events.size()))
          .await();
    } catch (RuntimeException e) {
      messages.forget(fork.id(), e);
      throw e;
    }
    due.give();
  }
}
