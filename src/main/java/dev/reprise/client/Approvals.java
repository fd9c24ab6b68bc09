package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What waits for people, and their decisions; what fails is as with {@link Runs}. Tested by {@code
 * CommandLineTest}.
 */
public final class Approvals {

  private static final int MOST_CALLS = 200;

  private final Transport transport;

  Approvals(Transport transport) {
    this.transport = transport;
  }

  /** Returns the runs that wait for people, each with its calls. */
  public Page<JsonNode> list(int limit, Optional<String> cursor)
      throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            ApiRequest.of(Operation.LIST_APPROVALS)
                .query("limit", Optional.of(limit))
                .query("cursor", cursor)),
        it -> it);
  }

  /** Returns the newest calls of a run that are not finished, those of the newest reply first. */
  public List<OpenCall> calls(UUID run) throws RepriseException, InterruptedException {
    return calls(page(run));
  }

  /** Returns the model call that a run paused for, if it did. */
  public Optional<JsonNode> modelCall(UUID run) throws RepriseException, InterruptedException {
    return Optional.of(page(run).path("modelCall")).filter(JsonNode::isObject);
  }

  private JsonNode page(UUID run) throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.LIST_CALLS, run).query("limit", Optional.of(MOST_CALLS)));
  }

  private static List<OpenCall> calls(JsonNode page) {
    return ClientJson.list(page.path("items"), OpenCall::of).stream()
        .filter(call -> !call.isEnded())
        .toList();
  }

  /**
   * Approves a call.
   *
   * @param upTo what later calls of the tool in this run may cost together, in US dollars, without
   *     being asked about
   */
  public Run approve(UUID run, OpenCall call, Optional<BigDecimal> upTo, Change change)
      throws RepriseException, InterruptedException {
    ObjectNode body = ClientJson.object();
    upTo.ifPresent(it -> body.putObject("forTool").put("upTo", it));
    return decide(Operation.APPROVE_CALL, run, call, body, change);
  }

  public Run deny(UUID run, OpenCall call, Change change)
      throws RepriseException, InterruptedException {
    return decide(Operation.DENY_CALL, run, call, ClientJson.object(), change);
  }

  /** Answers a question of the model. */
  public Run answer(UUID run, OpenCall call, String answer, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return decide(
        Operation.ANSWER_CALL,
        run,
        call,
        ClientJson.object().put("answer", answer),
        new Change(key, Optional.empty()));
  }

  /** Approves a call with other arguments. */
  public Run edit(UUID run, OpenCall call, JsonNode arguments, Change change)
      throws RepriseException, InterruptedException {
    ObjectNode body = ClientJson.object();
    body.set("arguments", arguments);
    return decide(Operation.EDIT_CALL, run, call, body, change);
  }

  /** Passes the decision about a call on to another person. */
  public Run delegate(UUID run, OpenCall call, String to, Change change)
      throws RepriseException, InterruptedException {
    return decide(Operation.DELEGATE_CALL, run, call, ClientJson.object().put("to", to), change);
  }

  /** Says what became of a call whose outcome is unknown. */
  public Run resolve(UUID run, OpenCall call, Resolution resolution, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return decide(
        Operation.RESOLVE_CALL, run, call, resolution.json(), new Change(key, Optional.empty()));
  }

  /**
   * Approves the model call that a run paused for.
   *
   * @param needed what the person saw that it is expected to cost, in US dollars; empty if that is
   *     not known
   */
  public Run approveModelCall(UUID run, Optional<BigDecimal> needed, Change change)
      throws RepriseException, InterruptedException {
    return decide(Operation.APPROVE_MODEL_CALL, run, needed, change);
  }

  /** Denies the model call that a run paused for. See {@link #approveModelCall}. */
  public Run denyModelCall(UUID run, Optional<BigDecimal> needed, Change change)
      throws RepriseException, InterruptedException {
    return decide(Operation.DENY_MODEL_CALL, run, needed, change);
  }

  /**
   * Passes the decision about the model call that a run paused for on to another person. See {@link
   * #approveModelCall}.
   */
  public Run delegateModelCall(UUID run, Optional<BigDecimal> needed, String to, Change change)
      throws RepriseException, InterruptedException {
    return decide(
        Operation.DELEGATE_MODEL_CALL, run, needed, ClientJson.object().put("to", to), change);
  }

  private Run decide(Operation operation, UUID run, Optional<BigDecimal> needed, Change change)
      throws RepriseException, InterruptedException {
    return decide(operation, run, needed, ClientJson.object(), change);
  }

  private Run decide(
      Operation operation, UUID run, Optional<BigDecimal> needed, ObjectNode body, Change change)
      throws RepriseException, InterruptedException {
    needed.ifPresent(usd -> body.put("needed", usd));
    change.reason().ifPresent(reason -> body.put("reason", reason));
    return Run.of(transport.send(ApiRequest.of(operation, run).body(body).key(change.key())));
  }

  private Run decide(Operation operation, UUID run, OpenCall call, ObjectNode body, Change change)
      throws RepriseException, InterruptedException {
    body.set("call", call.seen());
    change.reason().ifPresent(reason -> body.put("reason", reason));
    return Run.of(
        transport.send(
            ApiRequest.of(operation, run, call.inAddress()).body(body).key(change.key())));
  }
}
