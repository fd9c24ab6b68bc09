package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.batch.Batch;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.store.BatchItems;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.budget.CallAmounts;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.BatchResult;
import dev.reprise.model.batch.PrepaidReply;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.inbox.PrepaidReplies;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the results of a provider's batch. Each reply is stored before its item may have a run, so
 * reading again after a loss changes nothing. An item without a reply gets a run that calls the
 * model; one whose reply cannot be read fails. Tested by {@code ProviderBatchIT}.
 */
@ApplicationScoped
class ProviderReplies {

  private static final System.Logger LOG = System.getLogger(ProviderReplies.class.getName());

  /** How many replies are in memory before they are stored. */
  private static final int BULK = 100;

  private final ProviderBatches store;
  private final BatchItems items;
  private final PrepaidReplies replies;
  private final ItemRequests requests;
  private final ProviderBudget budget;
  private final Prices prices;
  private final Redaction redaction;

  @Inject
  ProviderReplies(
      ProviderBatches store,
      BatchItems items,
      PrepaidReplies replies,
      ItemRequests requests,
      ProviderBudget budget,
      Prices prices,
      Redaction redaction) {
    this.store = store;
    this.items = items;
    this.replies = replies;
    this.requests = requests;
    this.budget = budget;
    this.prices = prices;
    this.redaction = redaction;
  }

  /**
   * Stores the replies of a batch that has ended, and lets its items run.
   *
   * @return why the batch fails instead; empty also if reading is to be tried again
   */
  Optional<String> collect(ActiveBatch batch, BatchModel model, ProviderBatch ended)
      throws InterruptedException {
    String providerId = ended.providerId().orElseThrow();
    try {
      ProviderBatchStatus status = model.status(providerId);
      if (!status.state().isFinal()) {
        store.move(ended, State.OPEN, Duration.ZERO);
        return Optional.empty();
      }
      if (status.state() == ProviderBatchStatus.State.FAILED) {
        store.refused(batch.claim(), ended);
        budget.settle(batch.batch(), ended, CallAmounts.NONE);
        return Optional.of(
            "model provider '%s' refused its batch %s: %s"
                .formatted(
                    ended.provider(),
                    providerId,
                    status.problem().map(redaction::text).orElse("it does not say why")));
      }
      Collected collected = store(batch, model, ended);
      if (!collected.unreadable().isEmpty()) {
        batch.update(items.end(batch.claim(), collected.unreadable()));
      }
      int stored = collected.paid().modelCalls() - collected.unreadable().size();
      store.collected(batch.claim(), ended);
      budget.settle(
          batch.batch(), ended, collected.paid()); // once: if that is lost, the reservation stays
      LOG.log(
          stored < ended.requests() ? WARNING : INFO,
          "batch %s: batch %s of model provider '%s' is %s; it answered %d of %d items, and the runs of the others call the model"
              .formatted(
                  batch.id(),
                  providerId,
                  ended.provider(),
                  status.state(),
                  stored,
                  ended.requests()));
      return Optional.empty();
    } catch (ModelException e) {
      String what =
          "the replies of batch %s of model provider '%s' cannot be read: %s"
              .formatted(providerId, ended.provider(), redaction.text(e.failure().toString()));
      if (!e.fault().isTransient()) {
        return Optional.of(what);
      }
      LOG.log(WARNING, "batch %s: %s; they are read again later".formatted(batch.id(), what));
      return Optional.empty();
    }
  }

  /**
   * What was read of a batch.
   *
   * @param paid what the replies cost, of which each is one of a model call
   * @param unreadable how the items ended whose replies cannot be read
   */
  private record Collected(CallAmounts paid, List<ItemOutcome> unreadable) {}

  private Collected store(ActiveBatch batch, BatchModel model, ProviderBatch ended)
      throws ModelException, InterruptedException {
    List<PendingItem> submitted = store.items(ended);
    AgentDefinition agent = requests.agent(batch.batch());
    ModelChoice choice = agent.models().first();
    Map<UUID, String> bulk = new HashMap<>();
    CallAmounts[] paid = {CallAmounts.NONE};
    List<ItemOutcome> unreadable = new ArrayList<>();
    model.results(
        ProviderSubmissions.submission(ended),
        ended.providerId().orElseThrow(),
        result -> {
          PendingItem item = submitted.get(result.number() - 1);
          switch (result) {
            case BatchResult.Replied(int ignored, var said) -> {
              ModelReply reply = said.completedBy(() -> expected(batch.batch(), agent, item));
              String prepaid = new PrepaidReply(choice.name(), reply, model.price()).toJson();
              bulk.put(item.run(), redaction.json(prepaid));
              paid[0] = paid[0].plus(cost(choice.id(), reply.usage(), model.price()));
            }
            case BatchResult.Unreadable(int ignored, String why) -> {
              CallAmounts lost =
                  cost(choice.id(), expected(batch.batch(), agent, item), model.price());
              paid[0] = paid[0].plus(lost);
              unreadable.add(unreadable(batch, item, lost, why));
            }
            case BatchResult.Failed ignored -> {} // its run calls the model
          }
          if (bulk.size() == BULK) {
            replies.putAll(bulk);
            bulk.clear();
          }
        });
    replies.putAll(bulk);
    return new Collected(paid[0], unreadable);
  }

  /** The provider charges for the reply, so the model is called again only if a person says so. */
  private ItemOutcome unreadable(
      ActiveBatch batch, PendingItem item, CallAmounts lost, String why) {
    LOG.log(
        WARNING,
        "batch %s: item %d fails, its reply cannot be read: %s"
            .formatted(batch.id(), item.position(), redaction.text(why)));
    return new ItemOutcome(
        item.position(),
        ItemStatus.FAILED,
        lost.usd().orElse(BigDecimal.ZERO),
        lost.tokens(),
        Optional.of(ItemOutcome.UNREADABLE_REPLY),
        0);
  }

  private Usage expected(Batch batch, AgentDefinition agent, PendingItem item) {
    return budget.expected(item.run(), agent, requests.request(batch, agent, item)).usage();
  }

  private CallAmounts cost(ModelId model, Usage usage, BigDecimal price) {
    BigDecimal usd =
        prices.costOf(model, usage).flatMap(it -> it.times(price).usd()).orElse(BigDecimal.ZERO);
    return CallAmounts.ofModel(Optional.of(usd), usage.tokens());
  }
}
