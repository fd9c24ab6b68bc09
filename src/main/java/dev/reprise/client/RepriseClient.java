package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Pause;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.client.http.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
 * <p>What has no method of its own is a request for an {@link dev.reprise.client.http.Operation}:
 *
 * <pre>{@code
 * reprise.list(ApiRequest.of(Operation.LIST_WEBHOOKS));
 * reprise.send(ApiRequest.of(Operation.RESET_BREAKER, "tool", "http_get").key(key));
 * }</pre>
 *
 * <p>It may be used by several threads. Closing it ends what is under way. Tested by {@code
 * FacadeTest}.
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

  /** Returns the description of the server's API, an OpenAPI document. */
  public JsonNode description() throws RepriseException, InterruptedException {
    return transport.send(
        new ApiRequest("GET", "/openapi", Map.of(), Map.of(), Optional.empty(), Optional.empty()));
  }

  /** Carries out any operation of the API, and returns the answer. */
  public JsonNode send(ApiRequest request) throws RepriseException, InterruptedException {
    return transport.send(request);
  }

  /** Returns the items of a list, of all its pages. */
  public List<JsonNode> list(ApiRequest request) throws RepriseException, InterruptedException {
    return list(
        request, Integer.MAX_VALUE, page -> ClientJson.list(page.path("items"), item -> item));
  }

  /**
   * Returns the first items of a list, from as many pages as they take.
   *
   * @param rows the items of a page
   */
  public List<JsonNode> list(ApiRequest request, int limit, Function<JsonNode, List<JsonNode>> rows)
      throws RepriseException, InterruptedException {
    List<JsonNode> found = new ArrayList<>();
    Optional<ApiRequest> next = Optional.of(request);
    while (next.isPresent() && found.size() < limit) {
      JsonNode page = transport.send(next.get());
      rows.apply(page).stream().limit(limit - (long) found.size()).forEach(found::add);
      next = next(next.get(), page);
    }
    return found;
  }

  /**
   * Returns the request for the page after one; lists have a cursor or the number of an event. A
   * page may be empty although more follows.
   */
  private static Optional<ApiRequest> next(ApiRequest request, JsonNode page) {
    if (page.has("nextCursor")) {
      return Optional.of(request.query("cursor", ClientJson.text(page, "nextCursor")));
    }
    return ClientJson.text(page, "nextAfter")
        .filter(
            after -> !request.query().getOrDefault("after", List.of("0")).equals(List.of(after)))
        .map(after -> request.query("after", Optional.of(after)));
  }

  /** Writes the answer to a request, such as an export, to a file. */
  public void download(ApiRequest request, OutputStream file)
      throws RepriseException, IOException, InterruptedException {
    transport.download(request, file);
  }

  @Override
  public void close() {
    transport.close();
  }
}
