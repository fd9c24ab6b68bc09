package dev.reprise.execution.batch;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.batch.Batch;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.budget.CallAmounts;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Packs the items that no batch of the provider has, as many as one submission may have. */
@ApplicationScoped
class ItemPacks {

  private static final int PAGE = 100;

  private final ProviderBatches store;
  private final ItemRequests requests;
  private final ProviderBudget budget;

  @Inject
  ItemPacks(ProviderBatches store, ItemRequests requests, ProviderBudget budget) {
    this.store = store;
    this.requests = requests;
    this.budget = budget;
  }

  /**
   * Items for a submission.
   *
   * @param isFull whether items are left for the next one
   * @param all what these and the items that are left are expected to cost
   */
  record Filled(SubmissionItems pack, boolean isFull, CallAmounts all) {}

  /**
   * Fills a pack. An item whose request costs more than the agent's budget allows a run is in none:
   * its run meets the budget and says so.
   */
  Filled fill(Batch batch, BatchModel model, UUID submission) {
    AgentDefinition agent = requests.agent(batch);
    var pack = new SubmissionItems(model.limits());
    boolean isFull = false;
    CallAmounts all = CallAmounts.NONE;
    List<PendingItem> page = store.unsubmitted(batch.id(), 0, PAGE);
    while (!page.isEmpty()) {
      for (PendingItem item : page) {
        ModelRequest request = requests.request(batch, agent, item);
        CallAmounts need = budget.expected(item.run(), agent, request, model.price());
        boolean isAllowed = ProviderBudget.allows(agent.runPolicy().budget(), need);
        all = isAllowed ? all.plus(need) : all;
        if (!isFull) {
          Optional<BatchLine> line =
              isAllowed
                  ? requests.line(model, submission, pack.nextNumber(), request)
                  : Optional.empty();
          isFull = !pack.add(item.position(), line, need);
        }
      }
      page = store.unsubmitted(batch.id(), page.getLast().position(), PAGE);
    }
    return new Filled(pack, isFull, all);
  }
}
