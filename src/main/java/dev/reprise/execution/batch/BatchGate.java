package dev.reprise.execution.batch;

import dev.reprise.agent.PinnedTool;
import dev.reprise.batch.Hold;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.submission.SubmissionGate;
import dev.reprise.submission.SubmissionGate.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether items of a batch may begin now. While they are switched off, or a tool is not there, the
 * batch is held; it fails if its submitter could not submit it any more.
 */
@ApplicationScoped
class BatchGate {

  /** How long a batch waits before it is looked whether submissions are still switched off. */
  private static final Duration WHILE_SWITCHED_OFF = Duration.ofMinutes(1);

  /** How long it waits for tools; servers of tools mostly start with this one. */
  private static final Duration WHILE_ABSENT = Duration.ofSeconds(15);

  private final ItemRuns runs;
  private final BatchClaims claims;
  private final Clock clock;

  @Inject
  BatchGate(ItemRuns runs, BatchClaims claims, Clock clock) {
    this.runs = runs;
    this.claims = claims;
    this.clock = clock;
  }

  /** Returns the tools that the runs of items pin; empty if none may begin now. */
  Optional<List<PinnedTool>> admitted(ActiveBatch batch) {
    return switch (runs.admission(batch.batch())) {
      case SubmissionGate.Admitted(List<PinnedTool> tools) -> {
        batch.holdItems(Optional.empty());
        yield Optional.of(tools);
      }
      case Refusal.SwitchedOff refusal -> held(batch, WHILE_SWITCHED_OFF, refusal);
      case Refusal.ToolsAbsent refusal -> held(batch, WHILE_ABSENT, refusal);
      case Refusal.ToolsNotPermitted refusal -> failed(batch, refusal);
      case Refusal.UnknownWorkspace refusal -> failed(batch, refusal);
    };
  }

  private Optional<List<PinnedTool>> held(ActiveBatch batch, Duration time, Refusal refusal) {
    batch.holdItems(Optional.of(Hold.until(clock.instant().plus(time), refusal.words())));
    return Optional.empty();
  }

  private Optional<List<PinnedTool>> failed(ActiveBatch batch, Refusal refusal) {
    fail(batch, "no run may be submitted any more: " + refusal.words());
    return Optional.empty();
  }

  private void fail(ActiveBatch batch, String reason) {
    claims.fail(batch.claim(), reason);
    claims.find(batch.id()).ifPresent(batch::update);
  }
}
