package dev.reprise.api.bulk;

import dev.reprise.agent.Role;
import dev.reprise.api.control.RunActs;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.ApiKeys;
import dev.reprise.api.identity.Submitter;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.operations.bulk.BulkAct;
import dev.reprise.operations.bulk.BulkItem;
import dev.reprise.operations.bulk.BulkOperation;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Does the act of an operation to one run after another, as a request for that run alone would.
 * Tested by {@code BulkIT}.
 */
@ApplicationScoped
class BulkActs {

  private final Runs runs;
  private final RunActs acts;
  private final Journal journal;
  private final ApiKeys keys;

  @Inject
  BulkActs(Runs runs, RunActs acts, Journal journal, ApiKeys keys) {
    this.runs = runs;
    this.acts = acts;
    this.journal = journal;
    this.keys = keys;
  }

  /**
   * Returns why nothing more is done for the caller who ordered an operation: the API key was
   * revoked, has expired or lacks the role. What a user may do, only a login tells, so a user's
   * rights are those of the order.
   *
   * @throws IllegalStateException if the database fails
   */
  Optional<BulkItem.Refusal> refusal(BulkOperation operation) {
    BulkOperation.Order order = operation.order();
    Role role = order.act().role();
    return order
        .key()
        .filter(key -> !keys.accepts(operation.tenant(), key, role))
        .map(
            key ->
                new BulkItem.Refusal(
                    ProblemType.FORBIDDEN.code(),
                    "The key of '%s' is not accepted any more with the role %s, so nothing is done on its behalf."
                        .formatted(order.by().name(), role.roleName())));
  }

  /**
   * Does it to the run of an item.
   *
   * @throws ProblemException if it is refused; then nothing was changed
   */
  void carryOut(BulkOperation operation, BulkItem item) {
    BulkOperation.Order order = operation.order();
    Run run =
        runs.find(operation.tenant(), item.run())
            .orElseThrow(() -> ProblemException.noRun(item.run()));
    Requester by = order.by();
    var act =
        new RunActs.Act(
            new Submitter(operation.tenant(), by.name(), by.role()),
            order.reason(),
            order.act().continuesRuns() ? item.seen() : Optional.empty());
    switch (order.act()) {
      case CANCEL -> acts.cancel(run, act);
      case PAUSE -> acts.pause(run, act);
      case RESUME -> acts.resume(run, Optional.empty(), act);
      case RETRY -> acts.retry(run, act);
      case ERASE -> acts.erase(run, act);
      case MIGRATE -> acts.migrate(run, act);
      case APPROVE -> acts.approve(run, act);
    }
  }

  /**
   * Returns whether the act was done to the run of an item already, by a server that was lost
   * before it could say so.
   */
  boolean isDone(BulkOperation operation, BulkItem item) {
    BulkAct act = operation.order().act();
    Optional<Run> run = runs.find(operation.tenant(), item.run());
    if (act == BulkAct.ERASE) {
      return run.isEmpty();
    }
    if (act == BulkAct.CANCEL) {
      return run.filter(it -> it.status() == RunStatus.CANCELLED).isPresent();
    }
    return act.continuesRuns()
        && run.isPresent()
        && item.seen().filter(seen -> isNext(run.get(), seen, operation)).isPresent();
  }

  /** The event after the version that was seen is then the act of this person. */
  private boolean isNext(Run run, RunRow.Version seen, BulkOperation operation) {
    if (run.lastSequence() <= seen.sequence()) {
      return false;
    }
    String by = operation.order().by().name();
    List<RecordedEvent> next =
        journal.read(run.id(), journal.position(run.id(), seen.sequence()), 1);
    return switch (next.getFirst().event()) {
      case ControlEvent.Resumed it -> it.by().equals(by);
      case ControlEvent.Retried it -> it.by().equals(by);
      case ControlEvent.Migrated it -> it.by().equals(by);
      case HumanInputEvent.Decided it -> it.approved() && it.by().equals(by);
      default -> false;
    };
  }
}
