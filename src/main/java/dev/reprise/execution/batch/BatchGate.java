package dev.reprise.execution.batch;

import dev.reprise.batch.Hold;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.submission.SubmissionGate.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether items of a batch may begin now. While they are switched off, the batch is held; it fails
 * if its submitter could not submit it any more.
 */
@ApplicationScoped
class BatchGate {

  /** How long a batch waits before it is looked whether submissions are still switched off. */
  private static final Duration WHILE_SWITCHED_OFF = Duration.ofMinutes(1);

  private final ItemRuns runs;
  private final BatchClaims claims;
  private final Clock clock;

  @Inject
  BatchGate(ItemRuns runs, BatchClaims claims, Clock clock) {
    this.runs = runs;
    this.claims = claims;
    this.clock = clock;
  }

  boolean isOpen(ActiveBatch batch) {
    Optional<Refusal> refusal = runs.refusal(batch.batch());
    batch.holdItems(
        refusal
            .filter(Refusal.SwitchedOff.class::isInstance)
            .map(it -> Hold.until(clock.instant().plus(WHILE_SWITCHED_OFF), it.words())));
    refusal
        .filter(it -> !(it instanceof Refusal.SwitchedOff))
        .ifPresent(it -> fail(batch, "no run may be submitted any more: " + it.words()));
    return refusal.isEmpty();
  }

  private void fail(ActiveBatch batch, String reason) {
    claims.fail(batch.claim(), reason);
    claims.find(batch.id()).ifPresent(batch::update);
  }
}
