package dev.reprise.queue.fork;

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
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.QueueFullException;
import dev.reprise.queue.QueueLimit;
import dev.reprise.queue.QueueSignal;
import dev.reprise.queue.inbox.MessageInbox;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRowInserts;
import dev.reprise.queue.row.RunSql;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.ReplayedRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Creates forks: runs that continue from an event of another run, the parent. Reprise does not copy
 * or change the parent. The fork's journal names the event, and the fork's state is folded from
 * both journals.
 */
@ApplicationScoped
public class Forks {

  private static final int PAGE = 500;

  private final Database database;
  private final Journal journal;
  private final MessageInbox messages;
  private final QueueSignal due;
  private final QueueLimit limit;
  private final Clock clock;

  @Inject
  public Forks(
      Database database,
      Journal journal,
      MessageInbox messages,
      QueueSignal due,
      QueueLimit limit,
      Clock clock) {
    this.database = database;
    this.journal = journal;
    this.messages = messages;
    this.due = due;
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Reads an event of a run as the point from which a fork continues.
   *
   * @param run the run, with a row that was read before the journal; so if its status was final,
   *     its journal does not grow any more
   * @param sequence the number of the event, from 1 to the run's last
   * @param effects returns the effect class of a tool by name; empty for an unknown tool
   */
  public ForkPoint at(
      Run run,
      long sequence,
      AgentDefinition agent,
      Function<String, Optional<EffectClass>> effects) {
    var parent = new ForkPoint.Parent(run.id(), agent, run.status().isFinal());
    return ForkPoint.read(journal, parent, sequence, effects);
  }

  /** Returns the usage of a run's model calls after an event. */
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
   * The usage of model calls.
   *
   * @param modelReplies the number of replies
   * @param usage the tokens of these replies and of the compactions of transcripts
   * @param cost the cost of the same calls
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
   * Returns the number of forks from the run that a client submitted to this run, at most {@link
   * #maxGenerations}.
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
    return database.rows(RunSql.PARENT, row -> row.optionalText("parent"), run).stream()
        .flatMap(Optional::stream)
        .map(UUID::fromString)
        .findFirst();
  }

  /** Returns the maximum number of generations of forks. */
  public int maxGenerations() {
    return ReplayedRun.MAX_GENERATIONS;
  }

  /**
   * Queues a fork. When this method returns, its row and its first events are durable.
   *
   * @throws QueueFullException if the tenant has the maximum number of queued runs
   * @throws dev.reprise.journal.JournalUnavailableException if the database refuses the fork, or
   *     the parent does not exist any more
   */
  public void add(NewFork fork, ForkPoint point) {
    limit.requireRoom(fork.tenant());
    List<RunEvent> events = point.events(fork, clock.instant());
    // The message first: no server reads it before the row exists, and then it must be complete.
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
    due.fire();
  }
}
