package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.batch.Batch;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.model.ModelException;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.model.batch.SearchResult;
import dev.reprise.model.batch.Submission;
import dev.reprise.platform.redaction.Redaction;
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
 * first that was not made.
 */
@ApplicationScoped
class ProviderSubmissions {

  private static final System.Logger LOG = System.getLogger(ProviderSubmissions.class.getName());

  private static final int PAGE = 100;

  private static final int LONGEST_REASON = 2000;

  private final ProviderBatches store;
  private final BatchClaims claims;
  private final ItemRequests requests;
  private final ProviderReplies replies;
  private final BatchSettings settings;
  private final Redaction redaction;
  private final Clock clock;

  @Inject
  ProviderSubmissions(
      ProviderBatches store,
      BatchClaims claims,
      ItemRequests requests,
      ProviderReplies replies,
      BatchSettings settings,
      Redaction redaction,
      Clock clock) {
    this.store = store;
    this.claims = claims;
    this.requests = requests;
    this.replies = replies;
    this.settings = settings;
    this.redaction = redaction;
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
        fail(
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
          replies.collect(batch, model, unfinished).ifPresent(reason -> fail(batch, reason));
        }
      }
      case OPEN, COLLECTED, REFUSED, CANCELLED -> {}
    }
  }

  private void find(ActiveBatch batch, BatchModel model, ProviderBatch lost)
      throws InterruptedException {
    try {
      switch (model.find(submission(lost), store.known(lost.provider()))) {
        case SearchResult.Found(ProviderBatchStatus found) -> opened(batch, lost, found);
        case SearchResult.Undecided() ->
            LOG.log(
                INFO,
                "batch %s: model provider '%s' does not tell yet whether it has batch %s; asked again in %s"
                    .formatted(batch.id(), lost.provider(), lost.id(), settings.pollInterval));
        case SearchResult.Absent() -> submitAgain(batch, model, lost);
      }
    } catch (ModelException e) {
      if (isPassing(e)) {
        warn(batch, lost, "cannot be looked for", e);
      } else {
        fail(batch, reason(lost, "cannot be looked for", e));
      }
    }
  }

  private void submitAgain(ActiveBatch batch, BatchModel model, ProviderBatch lost)
      throws ModelException, InterruptedException {
    if (!store.move(lost, State.SUBMITTING, BatchModel.SETTLING)) {
      return; // another server has cancelled it
    }
    AgentDefinition agent = requests.agent(batch.batch());
    List<BatchLine> lines = new ArrayList<>();
    for (PendingItem item : store.items(lost)) {
      lines.add(
          model.encode(lost.id(), lines.size() + 1, requests.request(batch.batch(), agent, item)));
    }
    submit(batch, model, lost.in(State.SUBMITTING), lines);
  }

  /** Submits as many items as one batch may have; returns whether there may be more. */
  private boolean submitNext(ActiveBatch batch, BatchModel model) throws InterruptedException {
    UUID id = UUID.randomUUID();
    var pack = new ItemPack(model.limits());
    boolean isFull = fill(pack, batch.batch(), model, id);
    store.runSingly(batch.claim(), pack.unfit());
    if (pack.lines().isEmpty()) {
      return false;
    }
    var intent =
        new ProviderBatch(
            id,
            batch.id(),
            model.provider(),
            Optional.empty(),
            pack.lines().size(),
            State.SUBMITTING,
            clock.instant().truncatedTo(ChronoUnit.MICROS));
    store.intend(batch.claim(), intent, pack.positions(), BatchModel.SETTLING);
    return submit(batch, model, intent, pack.lines()) && isFull;
  }

  /** Returns whether an item was left for the next submission. */
  private boolean fill(ItemPack pack, Batch batch, BatchModel model, UUID id) {
    AgentDefinition agent = requests.agent(batch);
    List<PendingItem> page = store.unsubmitted(batch.id(), 0, PAGE);
    while (!page.isEmpty()) {
      for (PendingItem item : page) {
        if (!pack.add(
            item.position(),
            requests.line(model, id, pack.nextNumber(), requests.request(batch, agent, item)))) {
          return true;
        }
      }
      page = store.unsubmitted(batch.id(), page.getLast().position(), PAGE);
    }
    return false;
  }

  /** Returns whether the provider has it. */
  private boolean submit(
      ActiveBatch batch, BatchModel model, ProviderBatch intent, List<BatchLine> lines)
      throws InterruptedException {
    try {
      opened(batch, intent, model.submit(submission(intent), lines));
      return true;
    } catch (ModelException e) {
      if (isPassing(e) || e.mayBeCharged()) {
        warn(batch, intent, "may or may not be submitted", e);
        store.move(intent, State.UNKNOWN, BatchModel.SETTLING);
      } else {
        store.refused(batch.claim(), intent);
        fail(batch, reason(intent, "is refused", e));
      }
      return false;
    }
  }

  private void opened(ActiveBatch batch, ProviderBatch intent, ProviderBatchStatus status) {
    store.opened(intent, status.id(), settings.pollInterval);
    LOG.log(
        INFO,
        "batch %s: model provider '%s' has %d items as its batch %s; asked every %s until it has ended"
            .formatted(
                batch.id(),
                intent.provider(),
                intent.requests(),
                status.id(),
                settings.pollInterval));
  }

  static Submission submission(ProviderBatch batch) {
    return new Submission(batch.id(), batch.requests(), batch.intendedAt());
  }

  static boolean isPassing(ModelException e) {
    return e.fault().isTransient();
  }

  private void fail(ActiveBatch batch, String reason) {
    LOG.log(WARNING, "batch %s: fails: %s".formatted(batch.id(), reason));
    claims.fail(batch.claim(), reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    claims.find(batch.id()).ifPresent(batch::update);
  }

  private void warn(ActiveBatch batch, ProviderBatch at, String what, ModelException e) {
    LOG.log(
        WARNING,
        "batch %s: %s; it is asked again later".formatted(batch.id(), reason(at, what, e)));
  }

  private String reason(ProviderBatch batch, String what, ModelException e) {
    return "batch %s of model provider '%s' %s: %s"
        .formatted(
            batch.providerId().orElse(batch.id().toString()),
            batch.provider(),
            what,
            redaction.text(e.failure().toString()));
  }
}
