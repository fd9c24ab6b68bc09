package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Hold;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.budget.CallAmounts;
import dev.reprise.execution.model.ModelGate;
import dev.reprise.model.ModelException;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Fault;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The one way out to batches of providers, and what becomes of a submission. Tested by {@code
 * ProviderBatchMoneyIT}.
 */
@ApplicationScoped
class ProviderGateway {

  private static final System.Logger LOG = System.getLogger(ProviderGateway.class.getName());

  private static final int LONGEST_REASON = 2000;

  private final ModelGate gate;
  private final ProviderBatches store;
  private final BatchClaims claims;
  private final ItemRequests requests;
  private final ProviderBudget budget;
  private final BatchSettings settings;
  private final Redaction redaction;
  private final Clock clock;

  @Inject
  ProviderGateway(
      ModelGate gate,
      ProviderBatches store,
      BatchClaims claims,
      ItemRequests requests,
      ProviderBudget budget,
      BatchSettings settings,
      Redaction redaction,
      Clock clock) {
    this.gate = gate;
    this.store = store;
    this.claims = claims;
    this.requests = requests;
    this.budget = budget;
    this.settings = settings;
    this.redaction = redaction;
    this.clock = clock;
  }

  /** Returns whether the model must not be asked now, and notes why. */
  boolean isRefused(ActiveBatch batch) {
    Batch of = batch.batch();
    Optional<Fault> refusal =
        gate.refusal(of.tenant(), of.work().agent().name(), requests.choice(of));
    refusal.ifPresent(
        why ->
            batch.holdRequests(
                Hold.until(
                    clock.instant().plus(why.retryAfter().orElse(settings.pollInterval)),
                    why.message())));
    return refusal.isPresent();
  }

  /** Returns whether the provider has it. */
  boolean submit(ActiveBatch batch, BatchModel model, ProviderBatch intent, List<BatchLine> lines)
      throws InterruptedException {
    try {
      opened(batch, intent, model.submit(ProviderSubmissions.submission(intent), lines));
      return true;
    } catch (ModelException e) {
      if (isPassing(e) || e.mayBeCharged()) {
        warn(batch, intent, "may or may not be submitted", e);
        store.move(intent, State.UNKNOWN, BatchModel.SETTLING);
      } else {
        store.refused(batch.claim(), intent);
        budget.settle(batch.batch(), intent, CallAmounts.NONE);
        fail(batch, reason(intent, "is refused", e));
      }
      return false;
    }
  }

  void opened(ActiveBatch batch, ProviderBatch intent, ProviderBatchStatus status) {
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

  static boolean isPassing(ModelException e) {
    return e.fault().isTransient();
  }

  void fail(ActiveBatch batch, String reason) {
    LOG.log(WARNING, "batch %s: fails: %s".formatted(batch.id(), reason));
    claims.fail(batch.claim(), reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    claims.find(batch.id()).ifPresent(batch::update);
  }

  void warn(ActiveBatch batch, ProviderBatch at, String what, ModelException e) {
    LOG.log(
        WARNING,
        "batch %s: %s; it is asked again later".formatted(batch.id(), reason(at, what, e)));
  }

  String reason(ProviderBatch batch, String what, ModelException e) {
    return "batch %s of model provider '%s' %s: %s"
        .formatted(
            batch.providerId().orElse(batch.id().toString()),
            batch.provider(),
            what,
            redaction.text(e.failure().toString()));
  }
}
