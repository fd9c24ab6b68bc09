package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ModelChoice;
import dev.reprise.batch.Batch;
import dev.reprise.batch.PendingItem;
import dev.reprise.definition.AgentVersions;
import dev.reprise.execution.model.ModelRequests;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.catalogue.BatchModels;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The model requests of items, which are those that their runs would send. */
@ApplicationScoped
class ItemRequests {

  private static final System.Logger LOG = System.getLogger(ItemRequests.class.getName());

  private final AgentVersions versions;
  private final ModelRequests requests;
  private final BatchModels models;

  @Inject
  ItemRequests(AgentVersions versions, ModelRequests requests, BatchModels models) {
    this.versions = versions;
    this.requests = requests;
    this.models = models;
  }

  AgentDefinition agent(Batch batch) {
    return versions.load(batch.tenant(), batch.work().agent().version());
  }

  /** Returns the model that answers the batch's items; empty if it answers in no batches here. */
  Optional<BatchModel> model(Batch batch) {
    return models.find(choice(batch).provider());
  }

  /** Returns the model that the batch's agent asks first. */
  ModelChoice choice(Batch batch) {
    return agent(batch).models().first();
  }

  ModelRequest request(Batch batch, AgentDefinition agent, PendingItem item) {
    return requests.first(
        batch.tenant(),
        agent,
        new LifecycleEvent.Submitted(
            batch.work().agent().name(),
            batch.work().agent().version(),
            item.input(),
            batch.work().workspace(),
            batch.work().submitter().name(),
            List.of(),
            Optional.empty(),
            batch.work().submitter().role()));
  }

  /**
   * Returns a request as a part of a submission; empty if the protocol cannot express it, which its
   * run then says in the same words.
   */
  Optional<BatchLine> line(BatchModel model, UUID submission, int number, ModelRequest request) {
    try {
      return Optional.of(model.encode(submission, number, request));
    } catch (ModelException e) {
      LOG.log(
          INFO,
          "submission %s: an item is not submitted, and its run calls the model: %s"
              .formatted(submission, e.failure().code()));
      return Optional.empty();
    }
  }
}
