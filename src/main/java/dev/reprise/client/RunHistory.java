package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What runs did, read from their records; what fails is as with {@link Runs}. */
public final class RunHistory {

  private static final int PAGE = 200;

  private final Transport transport;

  RunHistory(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns tool calls of a run, those of the newest reply first. A page may be empty although more
   * follow.
   *
   * @param status such as {@code FAILED}; empty for all
   */
  public Page<JsonNode> calls(UUID run, Optional<String> status, Optional<String> cursor)
      throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            ApiRequest.of(Operation.LIST_CALLS, run)
                .query("status", status)
                .query("limit", Optional.of(PAGE))
                .query("cursor", cursor)),
        it -> it);
  }

  /** Returns the points of a run between its steps, in order. */
  public List<JsonNode> checkpoints(UUID run) throws RepriseException, InterruptedException {
    List<JsonNode> all = new ArrayList<>();
    Optional<Long> after = Optional.of(0L);
    while (after.isPresent()) {
      JsonNode page =
          transport.send(ApiRequest.of(Operation.LIST_CHECKPOINTS, run).query("after", after));
      all.addAll(ClientJson.list(page.path("items"), it -> it));
      after = Optional.ofNullable(page.get("nextAfter")).map(JsonNode::asLong);
    }
    return all;
  }

  /** Returns what a run was after one of its events. */
  public JsonNode state(UUID run, long event) throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.SHOW_CHECKPOINT, run, event));
  }

  /**
   * Returns what changed in a run from one of its events to a later one.
   *
   * @param from by default the first event
   * @param to by default the newest event
   */
  public JsonNode difference(UUID run, Optional<Long> from, Optional<Long> to)
      throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.SHOW_DIFFERENCE, run).query("from", from).query("to", to));
  }
}
