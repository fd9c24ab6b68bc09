package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.Failure;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.BulkSubmission;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.RunProgressReader;
import dev.reprise.queue.RunProgressReader.Progress;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Runs;
import dev.reprise.submission.SubmissionGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The runs of items: how they are submitted, read and cancelled. Tested by {@code BatchIT}. */
@ApplicationScoped
class ItemRuns {

  private static final System.Logger LOG = System.getLogger(ItemRuns.class.getName());

  private static final String TOO_LARGE = "payload_too_large";
  private static final String ERASED = "run_erased";
  private static final String UNREADABLE = "record_broken";

  private final SubmissionGate gate;
  private final BulkSubmission submission;
  private final RunQueue queue;
  private final ChildRuns children;
  private final RunProgressReader reader;
  private final Runs runs;
  private final BatchStore batches;
  private final Journal journal;
  private final AgentVersions versions;
  private final Clock clock;

  @Inject
  ItemRuns(
      SubmissionGate gate,
      BulkSubmission submission,
      RunQueue queue,
      ChildRuns children,
      RunProgressReader reader,
      Runs runs,
      BatchStore batches,
      Journal journal,
      AgentVersions versions,
      Clock clock) {
    this.gate = gate;
    this.submission = submission;
    this.queue = queue;
    this.children = children;
    this.reader = reader;
    this.runs = runs;
    this.batches = batches;
    this.journal = journal;
    this.versions = versions;
    this.clock = clock;
  }

  /** Returns how these runs stand, without those that do not exist. */
  Map<UUID, Progress> progress(Collection<UUID> ids) {
    return reader.of(ids).stream().collect(Collectors.toMap(Progress::run, it -> it));
  }

  /** Returns whether runs of items may be submitted, or retried, now, or why not. */
  SubmissionGate.Admission admission(Batch batch) {
    AgentDefinition agent = versions.load(batch.tenant(), batch.work().agent().version());
    return gate.admission(
        new SubmissionGate.Work(
            batch.tenant(), agent, batch.work().submitter().role(), batch.work().workspace()));
  }

  /**
   * Submits the runs of items, each with what it may spend, in few transactions.
   *
   * @param tools what each of them pins
   * @return how those items ended whose runs cannot be submitted at all
   * @throws RuntimeException if the database fails; what was submitted is found again
   */
  List<ItemOutcome> submit(
      Batch batch, List<PinnedTool> tools, List<PendingItem> items, List<Budget> budgets) {
    if (items.isEmpty()) {
      return List.of();
    }
    AgentDefinition agent = versions.load(batch.tenant(), batch.work().agent().version());
    List<NewRun> added = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Budget budget = budgets.get(i);
      added.add(
          new NewRun(
                  items.get(i).run(),
                  batch.tenant(),
                  batch.work().agent().name(),
                  batch.work().agent().version(),
                  items.get(i).input(),
                  batch.work().workspace(),
                  batch.work().submitter().name())
              .submittedAs(batch.work().submitter().role())
              .keeping(tools)
              .withPriority(batch.work().priority())
              .within(
                  budget.equals(Budget.NONE)
                      ? Optional.empty()
                      : Optional.of(agent.runPolicy().budget().narrowedBy(budget))));
    }
    return unsubmitted(batch, items, submission.add(added));
  }

  private List<ItemOutcome> unsubmitted(
      Batch batch, List<PendingItem> items, Map<UUID, RuntimeException> failures) {
    if (failures.isEmpty()) {
      return List.of();
    }
    Set<UUID> existing = progress(failures.keySet()).keySet(); // another job was faster
    List<ItemOutcome> ended = new ArrayList<>();
    for (PendingItem item : items) {
      RuntimeException failure = failures.get(item.run());
      if (failure == null || existing.contains(item.run())) {
        continue;
      }
      if (!(failure instanceof PayloadTooLargeException)) {
        throw failure;
      }
      LOG.log(
          WARNING,
          "batch %s: item %d fails, its run cannot be submitted: %s"
              .formatted(batch.id(), item.position(), failure.getMessage()));
      ended.add(failed(item.position(), TOO_LARGE, BigDecimal.ZERO, 0, 0));
    }
    return ended;
  }

  /**
   * Lets a failed run continue from the step that failed, on behalf of the person who had the
   * failed items retried last; does nothing if it has.
   */
  void retry(Batch batch, PendingItem item) {
    Optional<String> reason =
        Optional.of("item %d of batch %s".formatted(item.position(), batch.id()));
    queue.retry(item.run(), new ControlEvent.Retried(retrier(batch), clock.instant(), reason));
  }

  private String retrier(Batch batch) {
    return batches.acts(batch.id()).stream()
        .filter(act -> act.kind() == BatchActKind.RETRY_FAILED)
        .map(BatchAct::by)
        .reduce((earlier, later) -> later)
        .orElse(batch.work().submitter().name());
  }

  /** Cancels runs that have not ended. */
  void cancel(Batch batch, Collection<UUID> open) {
    LOG.log(INFO, "batch %s: cancels %d runs".formatted(batch.id(), open.size()));
    String reason = batch.state().reason().orElse("the batch was cancelled");
    for (UUID run : open) {
      if (queue.cancel(run, new ControlEvent.Cancelled("batch " + batch.id(), reason))) {
        children.cancelChildren(run);
      }
    }
  }

  /** Returns how an item ended whose run does not exist any more. */
  ItemOutcome erased(PendingItem item) {
    return failed(item.position(), ERASED, BigDecimal.ZERO, 0, 0);
  }

  /** Returns how an item ended, by its run that has. */
  ItemOutcome outcome(Batch batch, PendingItem item, Progress progress) {
    Spending spent = progress.spent().orElseGet(() -> spent(batch, item.run()));
    return switch (progress.status()) {
      case COMPLETED -> ended(item, ItemStatus.COMPLETED, spent, progress);
      case CANCELLED -> ended(item, ItemStatus.CANCELLED, spent, progress);
      case FAILED, DEAD_LETTER ->
          failed(
              item.position(),
              errorCode(item.run(), progress.lastSequence()),
              spent.usd(),
              spent.tokens(),
              progress.lastSequence());
      case QUEUED, RUNNING, WAITING, PAUSED ->
          throw new IllegalStateException("run %s has not ended".formatted(item.run()));
    };
  }

  private static ItemOutcome ended(
      PendingItem item, ItemStatus status, Spending spent, Progress progress) {
    return new ItemOutcome(
        item.position(),
        status,
        spent.usd(),
        spent.tokens(),
        Optional.empty(),
        progress.lastSequence());
  }

  private static ItemOutcome failed(
      int position, String code, BigDecimal usd, long tokens, long lastSequence) {
    return new ItemOutcome(
        position, ItemStatus.FAILED, usd, tokens, Optional.of(code), lastSequence);
  }

  /** A run that no job released, such as one that ended its servers, has what its record says. */
  private Spending spent(Batch batch, UUID run) {
    try {
      AgentDefinition agent = versions.load(batch.tenant(), batch.work().agent().version());
      return runs.find(run)
          .map(it -> runs.fold(it, agent).state().budgetSpent())
          .orElse(Spending.NONE);
    } catch (BrokenRecordException e) {
      LOG.log(WARNING, "run %s: what it spent cannot be read".formatted(run), e);
      return Spending.NONE;
    }
  }

  private String errorCode(UUID run, long lastSequence) {
    try {
      List<RecordedEvent> end = journal.read(run, journal.position(run, lastSequence - 1), 1);
      return end.stream()
          .findFirst()
          .flatMap(it -> failure(it))
          .map(Failure::code)
          .orElse("failed");
    } catch (BrokenRecordException | IllegalArgumentException e) {
      LOG.log(WARNING, "run %s: why it failed cannot be read".formatted(run), e);
      return UNREADABLE;
    }
  }

  private static Optional<Failure> failure(RecordedEvent end) {
    return switch (end.event()) {
      case LifecycleEvent.Failed(Failure failure) -> Optional.of(failure);
      case LifecycleEvent.DeadLettered(Failure failure) -> Optional.of(failure);
      default -> Optional.empty();
    };
  }
}
