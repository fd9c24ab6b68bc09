package dev.reprise.model.batch;

import java.time.Instant;
import java.util.UUID;

/**
 * The intent to submit a batch, which is durable before the attempt.
 *
 * @param id of this server
 * @param requests their number, from 1
 * @param intended when the intent was recorded, which is before the batch can exist
 */
public record ProviderBatchSubmission(UUID id, int requests, Instant intended) {

  public ProviderBatchSubmission {
    if (requests < 1) {
      throw new IllegalArgumentException("a submission must have requests");
    }
  }
}
