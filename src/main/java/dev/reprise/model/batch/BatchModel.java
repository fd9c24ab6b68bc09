package dev.reprise.model.batch;

import dev.reprise.model.ModelException;
import dev.reprise.model.ModelRequest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A provider that answers requests in batches. It keeps no state, so any server can continue with
 * any batch. No method waits for replies, and callers call none within a transaction.
 *
 * <p>Each method throws {@link ModelException} with the class of the failure, and {@link
 * InterruptedException} if the caller was interrupted.
 */
public interface BatchModel {

  /**
   * How long after a failed {@link #submit} a provider may still create the batch. {@link #find}
   * proves nothing before.
   */
  Duration SETTLING = Duration.ofMinutes(2);

  /** Returns the provider's name in agents' documents. */
  String provider();

  /** Returns how large one submission may be. */
  ProviderBatchLimits limits();

  /** Returns what a reply costs, as a part of the price of a single call, from 0 to 1. */
  BigDecimal price();

  /**
   * Returns a request as a part of a submission. Asks no provider.
   *
   * @param number of the request in the submission, from 1
   * @param request one call without tools
   * @throws ModelException if the protocol cannot express the request
   */
  BatchLine encode(UUID submission, int number, ModelRequest request) throws ModelException;

  /**
   * Submits requests. After a failure the batch may exist all the same: only {@link #find} tells,
   * and the caller must ask it before it submits again.
   *
   * @param lines as encoded for this submission, within the {@link #limits}
   */
  ProviderBatchStatus submit(ProviderBatchSubmission submission, List<BatchLine> lines)
      throws ModelException, InterruptedException;

  /**
   * Looks for the batch of a submission.
   *
   * @param others the provider's ids of batches that are known to be of other submissions
   */
  SearchResult find(ProviderBatchSubmission submission, Set<String> others)
      throws ModelException, InterruptedException;

  /** Returns where a batch stands. */
  ProviderBatchStatus status(String batch) throws ModelException, InterruptedException;

  /**
   * Reads the results of a batch that has ended, in the provider's order, which may be any. A
   * request without a result is one that the provider did not process; but while a result cannot be
   * told to be of which request, it may be of each that has none, and each is unreadable.
   *
   * <p>If reading breaks off, the receiver has some of the results, and a second reading gives all
   * of them again: it must ignore those that it has.
   *
   * @param submission of the batch; results of other requests are ignored
   */
  void results(ProviderBatchSubmission submission, String batch, Consumer<BatchResult> receiver)
      throws ModelException, InterruptedException;

  /** Asks the provider to end a batch early. It has ended only when its status says so. */
  void cancel(String batch) throws ModelException, InterruptedException;
}
