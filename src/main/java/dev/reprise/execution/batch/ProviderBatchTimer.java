package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.batch.store.ProviderBatches;
import dev.reprise.budget.CallAmounts;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.EngineSettings;
import dev.reprise.model.ModelException;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.SearchResult;
import dev.reprise.model.catalogue.BatchModels;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.redaction.Redaction;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks providers where their batches stand while no job holds the batches that wait for them, and
 * cancels those whose batch was cancelled. Of all servers one asks, at the interval of {@link
 * BatchSettings}. What has ended wakes its batch, see {@link BatchTimer}, whose leases a slow
 * provider must not delay. Tested by {@code ProviderBatchIT}.
 */
@Startup
@Singleton
@DependsOn("Presence")
@TransactionManagement(TransactionManagementType.BEAN)
public class ProviderBatchTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(ProviderBatchTimer.class.getName());

  private static final Duration TICK = Duration.ofSeconds(1);

  /** The next tick asks for others. */
  private static final int MOST = 10;

  @Inject ProviderBatches store;
  @Inject BatchModels models;
  @Inject BatchClaims claims;
  @Inject ProviderBudget budget;
  @Inject BatchSettings settings;
  @Inject EngineSettings engine;
  @Inject ActiveRuns runs;
  @Inject MaintenanceMode maintenance;
  @Inject Redaction redaction;

  private interface Question {
    void ask(BatchModel model, ProviderBatch batch) throws ModelException, InterruptedException;
  }

  @PostConstruct
  void start() {
    every(TICK, "batches of providers", this::tick);
  }

  private void tick() throws InterruptedException {
    if (!engine.dispatchEnabled || runs.isShuttingDown() || maintenance.isOn()) {
      return;
    }
    for (ProviderBatch batch : store.due(MOST)) {
      ask(batch, this::poll);
    }
    for (ProviderBatch batch : store.dueToBeCancelled(MOST)) {
      ask(batch, this::cancel);
    }
  }

  /** A server without the provider leaves the batch to another one. */
  private void ask(ProviderBatch batch, Question question) throws InterruptedException {
    Optional<BatchModel> model = models.find(batch.provider());
    if (model.isEmpty() || !store.reserve(batch, settings.pollInterval)) {
      return;
    }
    try {
      question.ask(model.get(), batch);
    } catch (ModelException e) {
      LOG.log(
          WARNING,
          "batch %s: model provider '%s' does not say where its batch %s stands (%s); asked again in %s"
              .formatted(
                  batch.batch(),
                  batch.provider(),
                  batch.providerId().orElse(batch.id().toString()),
                  redaction.text(e.failure().toString()),
                  settings.pollInterval));
    }
  }

  /** A refusal that will not pass ends the wait too: the batch's job meets it and says so. */
  private void poll(BatchModel model, ProviderBatch batch)
      throws ModelException, InterruptedException {
    boolean hasEnded;
    try {
      hasEnded = model.status(batch.providerId().orElseThrow()).state().isFinal();
    } catch (ModelException e) {
      if (e.fault().isTransient()) {
        throw e;
      }
      hasEnded = true;
    }
    if (hasEnded) {
      store.move(batch, State.ENDED, Duration.ZERO);
    }
  }

  private void cancel(BatchModel model, ProviderBatch batch)
      throws ModelException, InterruptedException {
    Optional<String> id = batch.providerId();
    if (id.isEmpty()) {
      switch (model.find(ProviderSubmissions.submission(batch), store.known(batch.provider()))) {
        case SearchResult.Found found -> id = Optional.of(found.batch().id());
        case SearchResult.Absent() -> {}
        case SearchResult.Undecided() -> {
          return;
        }
      }
    }
    if (id.isPresent() && !model.status(id.get()).state().isFinal()) {
      model.cancel(id.get());
    }
    boolean isCancelled = store.move(batch, State.CANCELLED, Duration.ZERO);
    if (isCancelled && id.isEmpty()) { // otherwise the provider may charge for what it has answered
      claims.find(batch.batch()).ifPresent(it -> budget.settle(it, batch, CallAmounts.NONE));
    }
    LOG.log(
        INFO,
        "batch %s: its batch at model provider '%s' is cancelled (%s)"
            .formatted(batch.batch(), batch.provider(), id.orElse("the provider never had it")));
  }
}
