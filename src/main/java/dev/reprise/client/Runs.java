package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import dev.reprise.client.http.UnreachableException;
import dev.reprise.client.stream.ConnectionListener;
import dev.reprise.client.stream.Event;
import dev.reprise.client.stream.EventPublisher;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Flow;

/**
 * The runs of the caller's tenant. Methods throw a {@link ProblemException} if the server refuses,
 * and an {@link UnreachableException} if it does not answer.
 *
 * <p>A change is sent again, under the same key, if the connection was lost or the server answers
 * 503 with {@code Retry-After}. The server carries it out once. If the server itself was lost in
 * the middle, an act such as a pause may be refused because it was done already (409), and a
 * message may be sent twice. A server that does not know the header {@code Idempotency-Key} may
 * carry out twice what is repeated after a lost connection, such as a submission. Tested by {@code
 * RepeatedRequestTest}.
 */
public final class Runs {

  private static final int PAGE = 200;

  private final Transport transport;

  Runs(Transport transport) {
    this.transport = transport;
  }

  /** Submits a run, which is queued then. */
  public Run submit(Submission submission, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return run(ApiRequest.of(Operation.SUBMIT_RUN).body(submission.json()).key(key));
  }

  public Run show(UUID run) throws RepriseException, InterruptedException {
    return run(ApiRequest.of(Operation.SHOW_RUN, run));
  }

  public Page<Run> list(RunQuery query) throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            query
                .filter()
                .of(ApiRequest.of(Operation.LIST_RUNS))
                .query(
                    "sort",
                    query.oldestFirst() ? Optional.of("createdAt") : Optional.<String>empty())
                .query("limit", Optional.of(query.limit()))
                .query("cursor", query.cursor())),
        Run::of);
  }

  /**
   * Returns up to 200 recorded events after a number, in order; none at the end of what is
   * recorded.
   */
  public List<Event> events(UUID run, long after) throws RepriseException, InterruptedException {
    JsonNode page =
        transport.send(
            ApiRequest.of(Operation.LIST_EVENTS, run)
                .query("after", Optional.of(after))
                .query("limit", Optional.of(PAGE)));
    return ClientJson.list(page.path("items"), Event::recorded);
  }

  /**
   * Returns the events of a run up to its end, which each subscriber follows over lost connections.
   *
   * @param after the number of the last event that is known already; 0 for all
   */
  public Flow.Publisher<Event> follow(UUID run, long after) {
    return follow(run, after, ConnectionListener.NONE);
  }

  /** The same, with a listener that is told of lost connections. */
  public Flow.Publisher<Event> follow(UUID run, long after, ConnectionListener listener) {
    return new EventPublisher(transport, run, after, listener);
  }

  public Run pause(UUID run, Change change) throws RepriseException, InterruptedException {
    return act(Operation.PAUSE_RUN, run, ClientJson.object(), change);
  }

  /** Resumes a run that is paused, with another budget if that is not empty. */
  public Run resume(UUID run, Budget budget, Change change)
      throws RepriseException, InterruptedException {
    ObjectNode body = ClientJson.object();
    if (!budget.isEmpty()) {
      body.set("budget", budget.json());
    }
    return act(Operation.RESUME_RUN, run, body, change);
  }

  public Run cancel(UUID run, Change change) throws RepriseException, InterruptedException {
    return act(Operation.CANCEL_RUN, run, ClientJson.object(), change);
  }

  public Run retry(UUID run, Change change) throws RepriseException, InterruptedException {
    return act(Operation.RETRY_RUN, run, ClientJson.object(), change);
  }

  /** Tells the model of a run something. */
  public Run steer(UUID run, String message, Change change)
      throws RepriseException, InterruptedException {
    return act(Operation.STEER_RUN, run, ClientJson.object().put("message", message), change);
  }

  /** Submits a run that continues from an event of another one, and returns it. */
  public Run fork(UUID run, Fork fork, Change change)
      throws RepriseException, InterruptedException {
    return act(Operation.FORK_RUN, run, fork.json(), change);
  }

  /** Returns what a fork would inherit and repeat, without creating it. */
  public JsonNode previewFork(UUID run, Fork fork) throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.FORK_RUN, run)
            .body(fork.json().put("dryRun", true))
            .key(IdempotencyKey.random()));
  }

  /** Writes the record file of a run. */
  public void export(UUID run, OutputStream file)
      throws RepriseException, IOException, InterruptedException {
    transport.download(ApiRequest.of(Operation.EXPORT_RUN, run), file);
  }

  /**
   * Imports a run from its record file.
   *
   * @param file the text of the file, which is sealed
   */
  public Run importRecord(String file, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return run(
        ApiRequest.of(Operation.IMPORT_RUN)
            .body(new ApiRequest.Body("application/x-ndjson", file))
            .key(key));
  }

  private Run act(Operation operation, UUID run, ObjectNode body, Change change)
      throws RepriseException, InterruptedException {
    change.reason().ifPresent(reason -> body.put("reason", reason));
    return run(ApiRequest.of(operation, run).body(body).key(change.key()));
  }

  private Run run(ApiRequest request) throws RepriseException, InterruptedException {
    return Run.of(transport.send(request));
  }
}
