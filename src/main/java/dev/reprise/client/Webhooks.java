package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The webhooks of the caller's tenant; what fails is as with {@link Runs}. Answers are all that the
 * server shows.
 */
public final class Webhooks {

  private final Transport transport;

  Webhooks(Transport transport) {
    this.transport = transport;
  }

  /**
   * What a webhook is told, and where.
   *
   * @param events names of events, at least one
   * @param isEnabled whether events are told
   */
  public record Definition(String url, List<String> events, boolean isEnabled) {
    public Definition {
      events = List.copyOf(events);
    }

    private ObjectNode json() {
      ObjectNode body = JsonNodeFactory.instance.objectNode().put("url", url);
      events.forEach(body.putArray("events")::add);
      return body.put("enabled", isEnabled);
    }
  }

  /** Returns the webhooks, the oldest first. */
  public List<JsonNode> list() throws RepriseException, InterruptedException {
    return ClientJson.list(
        transport.send(ApiRequest.of(Operation.LIST_WEBHOOKS)).path("items"), it -> it);
  }

  public JsonNode show(UUID id) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_WEBHOOK, id));
  }

  /** Creates a webhook. The member {@code secret} of the answer is shown this once. */
  public JsonNode create(Definition definition, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.CREATE_WEBHOOK).body(definition.json()).key(key));
  }

  /** Gives a webhook another definition; its secret stays. */
  public JsonNode replace(UUID id, Definition definition)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.REPLACE_WEBHOOK, id).body(definition.json()));
  }

  /** Deletes a webhook and its deliveries. */
  public void delete(UUID id) throws RepriseException, InterruptedException {
    transport.send(ApiRequest.of(Operation.DELETE_WEBHOOK, id));
  }

  /** Gives a webhook a new secret, the member {@code secret} of the answer. */
  public JsonNode rotateSecret(UUID id, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.ROTATE_WEBHOOK_SECRET, id).key(key));
  }

  /** Sends a test message now, and returns what became of it. */
  public JsonNode test(UUID id, IdempotencyKey key) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.TEST_WEBHOOK, id).key(key));
  }

  /**
   * Returns a page of the deliveries of a webhook, the newest event first.
   *
   * @param status such as {@code PENDING}; empty for all
   */
  public Page<JsonNode> deliveries(
      UUID id, Optional<String> status, int limit, Optional<String> cursor)
      throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            ApiRequest.of(Operation.LIST_DELIVERIES, id)
                .query("status", status)
                .query("limit", Optional.of(limit))
                .query("cursor", cursor)),
        it -> it);
  }

  /** Sends an event again that was delivered or given up. */
  public JsonNode redeliver(UUID id, String delivery, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.REDELIVER, id, delivery).key(key));
  }
}
