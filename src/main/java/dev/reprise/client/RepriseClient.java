package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Pause;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.client.http.Transport;
import java.util.Map;
import java.util.Optional;

/**
 * A client of one server.
 *
 * <pre>{@code
 * var login = new Credentials.Login("operator", password);
 * try (var reprise = new RepriseClient(new Connection(server, login))) {
 *   Run run = reprise.runs().submit(submission, IdempotencyKey.random());
 *   reprise.runs().follow(run.id(), 0).subscribe(subscriber);
 * }
 * }</pre>
 *
 * <p>It may be used by several threads. Closing it ends what is under way.
 */
public final class RepriseClient implements AutoCloseable {

  private final Transport transport;

  public RepriseClient(Connection connection) {
    this(connection, RetryPolicy.DEFAULT);
  }

  public RepriseClient(Connection connection, RetryPolicy policy) {
    this(connection, policy, Thread::sleep);
  }

  RepriseClient(Connection connection, RetryPolicy policy, Pause pause) {
    this.transport = new Transport(connection, policy, pause);
  }

  public Runs runs() {
    return new Runs(transport);
  }

  public RunHistory history() {
    return new RunHistory(transport);
  }

  public Approvals approvals() {
    return new Approvals(transport);
  }

  public BulkOperations bulkOperations() {
    return new BulkOperations(transport);
  }

  public Batches batches() {
    return new Batches(transport);
  }

  public Schedules schedules() {
    return new Schedules(transport);
  }

  public Webhooks webhooks() {
    return new Webhooks(transport);
  }

  public Administration administration() {
    return new Administration(transport);
  }

  public Catalogue catalogue() {
    return new Catalogue(transport);
  }

  /**
   * Returns what is at a path, for operations that have no method here.
   *
   * @param path below {@code /api/v1/}, with its query
   */
  public JsonNode get(String path) throws RepriseException, InterruptedException {
    return transport.send(request("GET", path));
  }

  /**
   * Sends a body, for operations that have no method here.
   *
   * @param path below {@code /api/v1/}
   */
  public JsonNode send(String method, String path, JsonNode body)
      throws RepriseException, InterruptedException {
    return transport.send(request(method, path).body(body));
  }

  private static ApiRequest request(String method, String path) {
    return new ApiRequest(
        method, "/" + path, Map.of(), Map.of(), Optional.empty(), Optional.empty());
  }

  @Override
  public void close() {
    transport.close();
  }
}
