package dev.reprise.api.batch;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchEstimate;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.Hold;
import dev.reprise.batch.SubmittedBatch;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A batch, and what has become of its items so far. Tested by {@code BatchConditionIT}.
 *
 * @param requested the status that the batch takes as soon as the runs that are under way allow it
 * @param reason which limit the batch has reached, or why it waits although items could begin
 * @param heldUntil when it goes on by itself; absent unless it waits for a time
 * @param neededUsd the cost, in US dollars, that an approver must approve before items are
 *     submitted to the provider; absent unless it waits for that
 * @param server the server whose job carries the batch out; absent unless it is RUNNING
 * @param agentVersion content hash of the agent's document that all its runs pin
 * @param name under which completed keys are remembered
 * @param mode where the replies come from
 * @param previewOf how many items the data set has of which this preview runs the first ones;
 *     absent if it is no preview, and until its items are read
 * @param timeLeft how long the rest takes if it goes on like this; absent unless it is RUNNING
 * @param estimate what all items of the data set would take; only of a preview of which an item has
 *     ended
 * @param acts what people did with the batch, in order; absent in lists and streams
 * @param providerBatches the batches of providers that answer it, the oldest first; only where one
 *     batch is shown
 */
public record BatchView(
    UUID id,
    BatchStatus status,
    Optional<BatchStatus> requested,
    Optional<String> reason,
    Optional<Instant> heldUntil,
    Optional<BigDecimal> neededUsd,
    Optional<String> server,
    String agent,
    String agentVersion,
    String workspace,
    Optional<String> name,
    String submittedBy,
    BatchRequest.Mode mode,
    Optional<Integer> previewOf,
    BatchOptions options,
    Receipt receipt,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    Optional<String> timeLeft,
    Optional<Estimate> estimate,
    Optional<List<BatchAct>> acts,
    Optional<List<SubmittedBatch>> providerBatches) {

  public BatchView {
    acts = acts.map(List::copyOf);
    providerBatches = providerBatches.map(List::copyOf);
  }

  /**
   * What all items of a data set would take.
   *
   * @param items how many there are
   * @param basedOn how many ended items of the preview it is derived from
   * @param usd in US dollars
   * @param tokens read and written by models
   * @param time if the servers have places for as many runs as the concurrency says
   */
  @Schema(name = "BatchEstimate")
  public record Estimate(int items, int basedOn, BigDecimal usd, long tokens, String time) {
    private static Estimate of(BatchEstimate estimate) {
      return new Estimate(
          estimate.items(),
          estimate.basedOn(),
          estimate.usd(),
          estimate.tokens(),
          text(estimate.time()));
    }
  }

  /**
   * What has become of the items.
   *
   * @param items how many there are
   * @param pending how many have not ended
   * @param skipped how many have the result of an earlier batch of the same name
   * @param usd what the runs of ended items cost, in US dollars, as far as it is known
   * @param tokens what models read and wrote for them
   */
  @Schema(name = "BatchReceipt")
  public record Receipt(
      int items,
      int pending,
      int completed,
      int failed,
      int cancelled,
      int skipped,
      BigDecimal usd,
      long tokens) {

    static Receipt of(BatchTotals totals) {
      return new Receipt(
          totals.items(),
          totals.pending(),
          totals.completed(),
          totals.failed(),
          totals.cancelled(),
          totals.skipped(),
          totals.usd(),
          totals.tokens());
    }
  }

  /**
   * Returns a batch as clients see it.
   *
   * @param acts what people did with it; empty in lists
   */
  public static BatchView of(Batch batch, Optional<List<BatchAct>> acts, Instant now) {
    return of(batch, acts, Optional.empty(), now);
  }

  static BatchView of(
      Batch batch,
      Optional<List<BatchAct>> acts,
      Optional<List<SubmittedBatch>> providerBatches,
      Instant now) {
    Optional<Hold> hold = batch.state().hold();
    return new BatchView(
        batch.id(),
        batch.status(),
        batch.state().requested(),
        batch.state().reason().or(() -> hold.map(Hold::reason)),
        hold.flatMap(Hold::until),
        hold.flatMap(Hold::neededUsd),
        batch.holder().server().filter(name -> batch.status() == BatchStatus.RUNNING),
        batch.work().agent().name(),
        batch.work().agent().version(),
        batch.work().workspace(),
        batch.work().name(),
        batch.work().submitter().name(),
        BatchRequest.Mode.of(batch.work().mode()),
        batch.work().sampleOf(),
        BatchOptions.of(batch.limits(), batch.work().priority()),
        Receipt.of(batch.totals()),
        batch.times().createdAt(),
        batch.times().startedAt(),
        batch.times().endedAt(),
        batch.timeLeft(now).map(BatchView::text),
        BatchEstimate.of(batch, now).map(Estimate::of),
        acts,
        providerBatches);
  }

  private static String text(Duration left) {
    return left.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
