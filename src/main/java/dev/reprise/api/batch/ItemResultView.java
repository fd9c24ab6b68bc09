package dev.reprise.api.batch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemResult;
import dev.reprise.batch.ItemStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The result of an item.
 *
 * @param number its place in the order in which items ended; a retried item ends again, under a new
 *     number
 * @param key its name in the data set
 * @param status COMPLETED, FAILED, CANCELLED or SKIPPED
 * @param output the answer of its run: JSON if the agent declares what it must be, else a text;
 *     absent unless it is COMPLETED or SKIPPED, or if the run was erased
 * @param error why it failed
 * @param cost what its run spent; nothing for a skipped item
 * @param run the run that has its record; absent if there was none
 */
public record ItemResultView(
    long number,
    String key,
    ItemStatus status,
    Optional<JsonNode> output,
    Optional<ItemError> error,
    Cost cost,
    Optional<UUID> run,
    Instant endedAt) {

  private static final String UNREADABLE =
      "The provider has answered the item in a batch, and its result cannot be read; the server's log"
          + " says why. If it is retried, its run calls the model, which is paid for again.";

  /**
   * Why an item failed.
   *
   * @param message absent if the run was erased
   */
  @Schema(name = "BatchItemError")
  public record ItemError(String code, Optional<String> message) {}

  /**
   * What the run of an item spent.
   *
   * @param usd in US dollars, as far as it is known
   * @param tokens read and written by models
   */
  @Schema(name = "BatchItemCost")
  public record Cost(BigDecimal usd, long tokens) {}

  static ItemResultView of(ItemResult result, RunEnd end) {
    return new ItemResultView(
        result.number(),
        result.key(),
        result.status(),
        end.output(),
        result.errorCode().map(code -> error(code, end)),
        new Cost(result.spent().usd(), result.spent().tokens()),
        result.run(),
        result.endedAt());
  }

  private static ItemError error(String code, RunEnd end) {
    return new ItemError(
        code,
        end.failure()
            .map(Failure::message)
            .or(
                () ->
                    Optional.of(UNREADABLE)
                        .filter(it -> code.equals(ItemOutcome.UNREADABLE_REPLY))));
  }
}
