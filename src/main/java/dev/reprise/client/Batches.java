package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * The batches of the caller's tenant; what fails is as with {@link Runs}. Tested by {@code
 * FacadeTest}.
 */
public final class Batches {

  private final Transport transport;

  Batches(Transport transport) {
    this.transport = transport;
  }

  /**
   * Submits a batch.
   *
   * @param request as the documentation of batches describes it
   */
  public Batch submit(JsonNode request, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return batch(ApiRequest.of(Operation.SUBMIT_BATCH).body(request).key(key));
  }

  /**
   * Submits a batch with its items.
   *
   * @param lines the request without {@code source}, and then an item a line
   */
  public Batch submitLines(String lines, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return batch(
        ApiRequest.of(Operation.SUBMIT_BATCH_LINES)
            .body(new ApiRequest.Body("application/x-ndjson", lines))
            .key(key));
  }

  /** Runs a few items of a request, to see what all of them would cost. */
  public Batch preview(JsonNode request, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return batch(ApiRequest.of(Operation.PREVIEW_BATCH).body(request).key(key));
  }

  public Page<Batch> list(Optional<String> status, int limit, Optional<String> cursor)
      throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            ApiRequest.of(Operation.LIST_BATCHES)
                .query("status", status)
                .query("limit", Optional.of(limit))
                .query("cursor", cursor)),
        Batch::of);
  }

  public Batch show(UUID batch) throws RepriseException, InterruptedException {
    return batch(ApiRequest.of(Operation.SHOW_BATCH, batch));
  }

  /** Writes the results after a number as JSON Lines. */
  public void results(UUID batch, long after, OutputStream file)
      throws RepriseException, IOException, InterruptedException {
    transport.download(
        ApiRequest.of(Operation.DOWNLOAD_RESULTS, batch).query("after", Optional.of(after)), file);
  }

  public Batch pause(UUID batch, Change change) throws RepriseException, InterruptedException {
    return act(Operation.PAUSE_BATCH, batch, change);
  }

  public Batch resume(UUID batch, Change change) throws RepriseException, InterruptedException {
    return act(Operation.RESUME_BATCH, batch, change);
  }

  public Batch cancel(UUID batch, Change change) throws RepriseException, InterruptedException {
    return act(Operation.CANCEL_BATCH, batch, change);
  }

  public Batch retryFailed(UUID batch, Change change)
      throws RepriseException, InterruptedException {
    return act(Operation.RETRY_FAILED_ITEMS, batch, change);
  }

  /**
   * Approves what the replies of the provider are expected to cost.
   *
   * @param usd the batch's {@code neededUsd}, as the approver saw it
   */
  public Batch approve(UUID batch, BigDecimal usd, Change change)
      throws RepriseException, InterruptedException {
    return act(Operation.APPROVE_BATCH, batch, ClientJson.object().put("needed", usd), change);
  }

  private Batch act(Operation operation, UUID batch, Change change)
      throws RepriseException, InterruptedException {
    return act(operation, batch, ClientJson.object(), change);
  }

  private Batch act(Operation operation, UUID batch, ObjectNode body, Change change)
      throws RepriseException, InterruptedException {
    change.reason().ifPresent(reason -> body.put("reason", reason));
    return batch(ApiRequest.of(operation, batch).body(body).key(change.key()));
  }

  private Batch batch(ApiRequest request) throws RepriseException, InterruptedException {
    return Batch.of(transport.send(request));
  }
}
