package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.batch.Hold;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.budget.DayBudgets;
import dev.reprise.model.ModelException;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.model.batch.ProviderBatchSubmission;
import dev.reprise.model.batch.SearchResult;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes the items of a batch to batches of its model's provider, and their replies back, before the
 * job divides the items. Each step is recorded, so a job that carries the batch on begins with the
 * first that was not made. Tested by {@code ProviderBatchIT}.
 */
@ApplicationScoped
class ProviderSubmissions {

  private static final System.Logger LOG = System.getLogger(ProviderSubmissions.class.getName());

  private final ProviderBatches store;
  private final ItemRequests requests;
  private final BatchGate gate;
  private final ProviderGateway gateway;
  private final ProviderBudget budget;
  private final ItemPacks packs;
  private final ProviderReplies replies;
  private final BatchSettings settings;
  private final Clock clock;

  @Inject
  ProviderSubmissions(
      ProviderBatches store,
      ItemRequests requests,
      BatchGate gate,
      ProviderGateway gateway,
      ProviderBudget budget,
      ItemPacks packs,
      ProviderReplies replies,
      BatchSettings settings,
      Clock clock) {
    this.store = store;
    this.requests = requests;
    this.gate = gate;
    this.gateway = gateway;
    this.budget = budget;
    this.packs = packs;
    this.replies = replies;
    this.settings = settings;
    this.clock = clock;
  }

  /** Does what can be done now without waiting for the provider. */
  @Transactional(TxType.NOT_SUPPORTED)
  public void advance(ActiveBatch batch) {
    if (batch.requested().isPresent()) {
      return;
    }
    try {
      Optional<BatchModel> model = requests.model(batch.batch());
      if (model.isEmpty()) {
        gateway.fail(
            batch,
            "model provider '%s' of this server answers in no batches"
                .formatted(requests.choice(batch.batch()).provider()));
        return;
      }
      for (ProviderBatch unfinished : store.unfinished(batch.id())) {
        if (isLeft(batch)) {
          return;
        }
        goOn(batch, model.get(), unfinished);
      }
      boolean isMore = true;
      while (isMore && !isLeft(batch)) {
        isMore = submitNext(batch, model.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      batch.stop(BatchStop.DRAIN);
    }
  }

  private static boolean isLeft(ActiveBatch batch) {
    return batch.stop().isPresent() || batch.requested().isPresent();
  }

  private void goOn(ActiveBatch batch, BatchModel model, ProviderBatch unfinished)
      throws InterruptedException {
    switch (unfinished.state()) {
      case SUBMITTING -> {
        LOG.log(
            WARNING,
            "batch %s: its job was lost while it submitted batch %s to model provider '%s'; whether the provider has it is asked in %s"
                .formatted(
                    batch.id(), unfinished.id(), unfinished.provider(), BatchModel.SETTLING));
        store.move(unfinished, State.UNKNOWN, BatchModel.SETTLING);
      }
      case UNKNOWN -> {
        if (store.reserve(unfinished, settings.pollInterval)) {
          find(batch, model, unfinished);
        }
      }
      case ENDED -> {
        if (store.reserve(unfinished, settings.pollInterval)) {
          replies
              .collect(batch, model, unfinished)
              .ifPresent(reason -> gateway.fail(batch, reason));
        }
      }
      case OPEN, COLLECTED, REFUSED, CANCELLED -> {}
    }
  }

  private void find(ActiveBatch batch, BatchModel model, ProviderBatch lost)
      throws InterruptedException {
    try {
      switch (model.find(submission(lost), store.known(lost.provider()))) {
        case SearchResult.Found(ProviderBatchStatus found) -> gateway.opened(batch, lost, found);
        case SearchResult.Undecided() ->
            LOG.log(
                INFO,
                "batch %s: model provider '%s' does not tell yet whether it has batch %s; asked again in %s"
                    .formatted(batch.id(), lost.provider(), lost.id(), settings.pollInterval));
        case SearchResult.Absent() -> submitAgain(batch, model, lost);
      }
    } catch (ModelException e) {
      if (ProviderGateway.isPassing(e)) {
        gateway.warn(batch, lost, "cannot be looked for", e);
      } else {
        gateway.fail(batch, gateway.reason(lost, "cannot be looked for", e));
      }
    }
  }

  private void submitAgain(ActiveBatch batch, BatchModel model, ProviderBatch lost)
      throws ModelException, InterruptedException {
    if (gateway.isRefused(batch) || !store.move(lost, State.SUBMITTING, BatchModel.SETTLING)) {
      return; // it is asked again later, or another server has cancelled it
    }
    AgentDefinition agent = requests.agent(batch.batch());
    List<BatchLine> lines = new ArrayList<>();
    for (PendingItem item : store.items(lost)) {
      lines.add(
          model.encode(lost.id(), lines.size() + 1, requests.request(batch.batch(), agent, item)));
    }
    gateway.submit(batch, model, lost.in(State.SUBMITTING), lines);
  }

  /**
   * Submits as many items as one batch may have and the limits of the day allow; returns whether
   * there may be more.
   */
  private boolean submitNext(ActiveBatch batch, BatchModel model) throws InterruptedException {
    if (store.unsubmitted(batch.id(), 0, 1).isEmpty()
        || gate.admitted(batch).isEmpty()
        || gateway.isRefused(batch)) {
      return false;
    }
    UUID id = UUID.randomUUID();
    ItemPacks.Filled filled = packs.fill(batch.batch(), model, id);
    SubmissionItems pack = filled.pack();
    store.runSingly(batch.claim(), pack.unfit());
    if (pack.lines().isEmpty()) {
      return false;
    }
    AgentDefinition agent = requests.agent(batch.batch());
    Optional<Hold> approval = budget.approval(batch.batch(), agent, filled.all());
    if (approval.isPresent()) {
      batch.holdRequests(approval.get());
      return false;
    }
    int packed = pack.lines().size();
    DayBudgets.Reservation day = budget.reserve(batch.batch(), pack);
    if (day.crossed().isPresent()) {
      batch.holdRequests(
          budget.held(day.crossed().get().by(agent.models().first().id().toString())));
      return false;
    }
    boolean isMore = filled.isFull() || pack.lines().size() < packed;
    return gateway.submit(batch, model, intent(batch, model, id, pack, day), pack.lines())
        && isMore;
  }

  /** Records what is about to be submitted, and counts it as spent from then on. */
  private ProviderBatch intent(
      ActiveBatch batch,
      BatchModel model,
      UUID id,
      SubmissionItems pack,
      DayBudgets.Reservation day) {
    var intent =
        new ProviderBatch(
            id,
            batch.id(),
            model.provider(),
            Optional.empty(),
            pack.lines().size(),
            State.SUBMITTING,
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            ProviderBudget.reserved(pack.need(), day));
    try {
      store.intend(batch.claim(), intent, pack.positions(), BatchModel.SETTLING);
    } catch (RuntimeException e) {
      budget.release(day);
      throw e;
    }
    budget.commit(day);
    return intent;
  }

  static ProviderBatchSubmission submission(ProviderBatch batch) {
    return new ProviderBatchSubmission(batch.id(), batch.requests(), batch.intendedAt());
  }
}
