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
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What admins do for their tenant, and auditors read; what fails is as with {@link Runs}. Answers
 * are all that the server shows.
 */
public final class Administration {

  private final Transport transport;

  Administration(Transport transport) {
    this.transport = transport;
  }

  /** Returns the API keys, the newest first, without their secrets. */
  public List<JsonNode> apiKeys() throws RepriseException, InterruptedException {
    return items(ApiRequest.of(Operation.LIST_API_KEYS));
  }

  /** Returns an API key, without its secret. */
  public JsonNode apiKey(UUID id) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_API_KEY, id));
  }

  /**
   * Creates an API key. The member {@code key} of the answer is shown this once.
   *
   * @param expiry in 90 days by default
   */
  public JsonNode createApiKey(
      String name, List<String> roles, Optional<Instant> expiry, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("name", name);
    roles.forEach(body.putArray("roles")::add);
    expiry.ifPresent(at -> body.put("expiresAt", at.toString()));
    return transport.send(ApiRequest.of(Operation.CREATE_API_KEY).body(body).key(key));
  }

  public JsonNode revokeApiKey(UUID id, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.REVOKE_API_KEY, id).key(key));
  }

  /** Returns the kill switches that are set, the oldest first. */
  public List<JsonNode> killSwitches() throws RepriseException, InterruptedException {
    return items(ApiRequest.of(Operation.LIST_KILL_SWITCHES));
  }

  /**
   * Something to stop.
   *
   * @param kind such as {@code TOOL}
   * @param name of the tool or agent; empty for other kinds
   * @param tenant for whom, {@code *} for all; empty for the caller's
   * @param isUnknown whether the server need not know the name
   */
  public record KillSwitch(
      String kind,
      Optional<String> name,
      Optional<String> tenant,
      String reason,
      boolean isUnknown) {}

  /**
   * Stops something at once.
   *
   * @throws RepriseException also if the server does not know the name, and it must
   */
  public JsonNode setKillSwitch(KillSwitch wanted, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("kind", wanted.kind());
    wanted.name().ifPresent(it -> body.put("name", it));
    wanted.tenant().ifPresent(it -> body.put("tenant", it));
    body.put("reason", wanted.reason());
    if (wanted.isUnknown()) {
      body.put("unknown", true);
    }
    return transport.send(ApiRequest.of(Operation.SET_KILL_SWITCH).body(body).key(key));
  }

  public void releaseKillSwitch(UUID id, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    transport.send(ApiRequest.of(Operation.RELEASE_KILL_SWITCH, id).key(key));
  }

  /**
   * Returns what is in maintenance ({@code items}, the oldest first), and how many runs each server
   * holds ({@code servers}).
   */
  public JsonNode maintenance() throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.LIST_MAINTENANCE));
  }

  /**
   * Lets a server work on no runs.
   *
   * @param server its name; {@code *} for all
   */
  public JsonNode startMaintenance(String server, String reason, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    ObjectNode body =
        JsonNodeFactory.instance.objectNode().put("server", server).put("reason", reason);
    return transport.send(ApiRequest.of(Operation.START_MAINTENANCE).body(body).key(key));
  }

  public void endMaintenance(UUID id, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    transport.send(ApiRequest.of(Operation.END_MAINTENANCE, id).key(key));
  }

  /**
   * Returns entries of the audit record, the newest first.
   *
   * @param before the sequence after the first of them; empty for the end of the record
   */
  public List<JsonNode> audit(int limit, Optional<Long> before)
      throws RepriseException, InterruptedException {
    return items(
        ApiRequest.of(Operation.LIST_AUDIT)
            .query("limit", Optional.of(limit))
            .query("before", before));
  }

  /** Writes the audit record as a file. */
  public void exportAudit(OutputStream file)
      throws RepriseException, IOException, InterruptedException {
    transport.download(ApiRequest.of(Operation.EXPORT_AUDIT), file);
  }

  private List<JsonNode> items(ApiRequest request) throws RepriseException, InterruptedException {
    return ClientJson.list(transport.send(request).path("items"), it -> it);
  }
}
