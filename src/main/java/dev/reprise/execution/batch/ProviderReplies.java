package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.batch.Batch;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
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
import dev.reprise.run.prepaid.PrepaidReplies;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the results of a provider's batch. Each reply is stored before its item may have a run, so
 * reading again after a loss changes nothing. An item without a reply gets a run that calls the
 * model.
 */
@ApplicationScoped
class ProviderReplies {

  private static final System.Logger LOG = System.getLogger(ProviderReplies.class.getName());

  /** How many replies are in memory before they are stored. */
  private static final int BULK = 100;

  private final ProviderBatches store;
  private final PrepaidReplies replies;
  private final ItemRequests requests;
  private final ProviderBudget budget;
  private final Prices prices;
  private final Redaction redaction;

  @Inject
  ProviderReplies(
      ProviderBatches store,
      PrepaidReplies replies,
      ItemRequests requests,
      ProviderBudget budget,
      Prices prices,
      Redaction redaction) {
    this.store = store;
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
      CallAmounts paid = store(batch, model, ended);
      int stored = paid.modelCalls();
      store.collected(batch.claim(), ended);
      budget.settle(batch.batch(), ended, paid); // once: if that is lost, the reservation stays
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

  /** Returns what the replies cost, of which each is one of a model call. */
  private CallAmounts store(ActiveBatch batch, BatchModel model, ProviderBatch ended)
      throws ModelException, InterruptedException {
    List<PendingItem> items = store.items(ended);
    AgentDefinition agent = requests.agent(batch.batch());
    ModelChoice choice = agent.models().first();
    Map<UUID, String> bulk = new HashMap<>();
    CallAmounts[] paid = {CallAmounts.NONE};
    model.results(
        ProviderSubmissions.submission(ended),
        ended.providerId().orElseThrow(),
        result -> {
          if (result instanceof BatchResult.Replied(int number, var said)) {
            PendingItem item = items.get(number - 1);
            ModelReply reply = said.completedBy(() -> expected(batch.batch(), agent, item));
            String prepaid = new PrepaidReply(choice.name(), reply, model.price()).toJson();
            bulk.put(item.run(), redaction.json(prepaid));
            paid[0] = paid[0].plus(cost(choice.id(), reply.usage(), model.price()));
          }
          if (bulk.size() == BULK) {
            replies.putAll(bulk);
            bulk.clear();
          }
        });
    replies.putAll(bulk);
    return paid[0];
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
