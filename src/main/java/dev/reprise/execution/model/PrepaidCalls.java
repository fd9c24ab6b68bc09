package dev.reprise.execution.model;

import dev.reprise.execution.ActiveRun;
import dev.reprise.model.batch.PrepaidReply;
import dev.reprise.model.catalogue.BatchModels;
import dev.reprise.queue.inbox.PrepaidReplies;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * The calls that need not be made, because a batch of the provider has given the reply before: the
 * one call of an agent with one phase and no tools.
 */
@ApplicationScoped
public class PrepaidCalls {

  private final BatchModels batches;
  private final PrepaidReplies replies;

  @Inject
  public PrepaidCalls(BatchModels batches, PrepaidReplies replies) {
    this.batches = batches;
    this.replies = replies;
  }

  /**
   * Returns the reply to a call, if there is one.
   *
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database fails
   */
  Optional<PrepaidReply> of(ActiveRun run, NextStep.CallModel step) {
    boolean mayBePrepaid =
        step.iteration() == 1
            && step.attempt() == 1 // an empty reply is no use
            && step.phase().tools().isEmpty()
            && run.agent().phases().size() == 1
            && batches.find(step.model().provider()).isPresent();
    return mayBePrepaid
        ? replies
            .find(run.id())
            .map(PrepaidReply::of)
            .filter(paid -> paid.model().equals(step.model().name()))
        : Optional.empty();
  }
}
