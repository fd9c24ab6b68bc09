package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.util.UUID;

/** Acts on many runs of the caller's tenant; what fails is as with {@link Runs}. */
public final class BulkOperations {

  private final Transport transport;

  BulkOperations(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns on how many runs an act would be done, and what they cost; changes nothing.
   *
   * @param act such as {@code CANCEL}
   */
  public JsonNode preview(String act, RunFilter filter)
      throws RepriseException, InterruptedException {
    return preview(order(act, filter.json()));
  }

  /** Returns whether an act would be done on a run, and what the run costs; changes nothing. */
  public JsonNode preview(String act, UUID run) throws RepriseException, InterruptedException {
    return preview(order(act, RunFilter.only(run)));
  }

  private JsonNode preview(ObjectNode order) throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.ACT_ON_RUNS).body(order).key(IdempotencyKey.random()));
  }

  /**
   * Does what a preview has shown, and returns the operation, which is queued.
   *
   * @param preview of this act and filter
   */
  public JsonNode carryOut(String act, RunFilter filter, JsonNode preview, Change change)
      throws RepriseException, InterruptedException {
    ObjectNode order = order(act, filter.json());
    order.put("preview", preview.path("preview").asText());
    change.reason().ifPresent(reason -> order.put("reason", reason));
    return transport.send(ApiRequest.of(Operation.ACT_ON_RUNS).body(order).key(change.key()));
  }

  private static ObjectNode order(String act, ObjectNode filter) {
    ObjectNode order = ClientJson.object().put("act", act);
    order.set("filter", filter);
    return order;
  }

  public JsonNode show(UUID operation) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_BULK_OPERATION, operation));
  }
}
