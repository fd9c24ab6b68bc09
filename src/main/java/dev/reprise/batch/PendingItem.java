package dev.reprise.batch;

import dev.reprise.agent.message.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * An item that has not ended.
 *
 * @param position its number in the data set, from 1
 * @param run the id of its run, which follows from the batch and the position; the run need not
 *     exist yet
 * @param input what its run gets
 * @param failedAt the newest event of its run when it failed, if it is to be tried once more; a run
 *     that has gone on since is not retried again
 */
public record PendingItem(int position, UUID run, JsonValue input, Optional<Long> failedAt) {

  /** Returns the id of the run of an item; each server computes the same. */
  public static UUID runOf(UUID batch, int position) {
    return UUID.nameUUIDFromBytes(
        "batch %s item %d".formatted(batch, position).getBytes(StandardCharsets.UTF_8));
  }
}
