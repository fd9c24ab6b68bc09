package dev.reprise.mcp;

import static java.lang.System.Logger.Level.DEBUG;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.mcp.transport.ConnectionLostException;
import dev.reprise.mcp.transport.HttpRefusalException;
import dev.reprise.mcp.transport.RequestNotSentException;
import dev.reprise.tool.CallProgress;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * One connection to a server, from its start to its end. When it ends, every call on it fails at
 * once; it does not start again. Only if it is stale, because the server has forgotten the session
 * or takes no connection, do the open calls go on: the server may answer those that it has taken.
 *
 * <p>If a server leaves a request unanswered, or the transport reports an error, the connection
 * pings the server, and ends if there is no answer. Tested by {@code HttpAnswersTest}.
 */
final class McpConnection implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpConnection.class.getName());

  private static final Duration INITIALIZE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private static final String SESSION_LOST = "does not know the session any more";

  private final McpErrorMapper errors;
  private final Duration forPing;
  private final ObservedTransport transport;
  private final McpSessionClient client;
  private final OpenCalls calls = new OpenCalls();
  private final OpenRequests requests;
  private final ConnectionState state = new ConnectionState();
  private final AtomicBoolean probing = new AtomicBoolean();

  private McpConnection(McpClientTransport transport, McpErrorMapper errors, Duration forPing) {
    this.errors = errors;
    this.forPing = forPing;
    this.requests = new OpenRequests(errors, state::endReason);
    this.transport = new ObservedTransport(transport, new Watching());
    this.client = new McpSessionClient(this.transport);
  }

  /**
   * Connects and agrees on a version of the protocol, within 30 seconds.
   *
   * @param forPing how long the connection waits for the answer to a ping
   * @throws IOException if the connection cannot be established; nothing is left open then
   */
  static McpConnection open(McpClientTransport transport, McpErrorMapper errors, Duration forPing)
      throws IOException, InterruptedException {
    var connection = new McpConnection(transport, errors, forPing);
    try {
      JsonNode answer =
          connection.requests.await(
              connection.client.initialize(), INITIALIZE_TIMEOUT, "does not answer within 30 s");
      connection.requests.await(
          connection.client.initialized(answer), INITIALIZE_TIMEOUT, "is not ready within 30 s");
      return connection;
    } catch (IOException | InterruptedException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Returns all tools of the server, at most 1,000. The 30 seconds for this are for all pages of
   * the list together.
   *
   * @throws IOException if the server does not answer in time, or has more
   */
  ToolPages.Listing tools(Clock clock) throws IOException, InterruptedException {
    if (!client.hasTools()) {
      return ToolPages.Listing.NONE;
    }
    Instant latest = clock.instant().plus(LIST_TIMEOUT);
    return ToolPages.read(
        cursor ->
            requests.await(
                client.listTools(cursor),
                Duration.between(clock.instant(), latest),
                "does not list all its tools within 30 s"));
  }

  /**
   * Calls a tool. A call that ends by a timeout or an interrupt is cancelled at the server.
   *
   * @param token the token under which the server reports progress; no two open calls share one
   * @throws StaleConnectionException if the call was not carried out, and may be on another
   *     connection
   * @throws ExecutionException if the server answered with an error, or the connection failed
   * @throws TimeoutException if there is no answer in time
   */
  JsonNode call(Map<String, Object> request, String token, Duration limit, CallProgress progress)
      throws StaleConnectionException, ExecutionException, TimeoutException, InterruptedException {
    OpenCalls.Call call = calls.add(token, progress);
    Optional<Disposable> subscription = Optional.empty();
    try {
      state.requireOpen();
      subscription = Optional.of(send(request, call));
      return call.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      cancel(call, "the caller was stopped");
      throw e;
    } catch (TimeoutException e) {
      cancel(call, "the caller timed out");
      probe("did not answer in time");
      throw new TimeoutException("did not answer within %d s".formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      throw ended(e);
    } finally {
      subscription.ifPresent(Disposable::dispose);
      calls.remove(token, call);
    }
  }

  private ExecutionException ended(ExecutionException call) throws StaleConnectionException {
    Throwable cause = Objects.requireNonNullElse(call.getCause(), call);
    if (McpErrorMapper.isLostSession(cause)) {
      state.renewAtOnce();
      becomeStale(SESSION_LOST);
      throw new StaleConnectionException(cause);
    }
    if (McpErrorMapper.isUnreachable(cause)) {
      becomeStale(errors.ofServer(cause));
      throw new StaleConnectionException(cause);
    }
    return call;
  }

  private Disposable send(Map<String, Object> request, OpenCalls.Call call) {
    return client
        .callTool(request)
        .subscribe(
            call.answer::complete,
            call.answer::completeExceptionally,
            () -> call.answer.completeExceptionally(new IOException("answered nothing")));
  }

  private void cancel(OpenCalls.Call call, String reason) {
    call.requestId.ifPresent(
        id -> transport.cancel(id, reason).subscribe(sent -> {}, this::logNotCancelled));
  }

  private void logNotCancelled(Throwable e) {
    LOG.log(DEBUG, "a call could not be cancelled at its server: {0}", errors.words(e));
  }

  /** See {@link ConnectionState#awaitChange}. */
  boolean awaitChange(Clock clock, Instant earliest, Instant latest) throws InterruptedException {
    return state.awaitChange(clock, earliest, latest);
  }

  /** Requests a new listing of the tools. */
  void listAgain() {
    state.listAgain();
  }

  /** Returns why the connection is over; empty while it is not. */
  Optional<Throwable> endReason() {
    return state.endReason();
  }

  /** Returns whether a call waits for another session. */
  boolean isToBeRenewedAtOnce() {
    return state.isToBeRenewedAtOnce();
  }

  /** Returns whether it is over, but the server may still answer open calls. */
  boolean isAnsweringOpenCalls() {
    return state.isStale() && !calls.areNone();
  }

  /** Ends the connection as soon as no call on it is open. */
  void closeWhenIdle() throws InterruptedException {
    try (this) {
      calls.awaitNone();
    }
  }

  /** Ends the connection; waits up to ten seconds for the transport to close. */
  @Override
  public void close() {
    terminate(new ConnectionLostException("is disconnected, because Reprise is shutting down"));
    Mono.when(transport.closeGracefully().onErrorComplete())
        .timeout(CLOSE_TIMEOUT)
        .onErrorComplete()
        .block();
    client.close();
  }

  private void terminate(Throwable met) {
    Throwable reason = state.end(met);
    // A call or request that is added after this loop finds the reason itself.
    calls.failAll(reason);
    requests.failAll(reason);
    state.finish();
  }

  /** Takes no more calls, and leaves the open ones to their answers. */
  private void becomeStale(String reason) {
    state.becomeStale();
    requests.failAll(state.end(new ConnectionLostException(reason)));
    state.finish();
  }

  /**
   * A stream that broke may be that of an open call, which has no answer then. Those that are
   * refused, or could not be sent, know it by the time that a ping may take.
   */
  private void endOpenCallsSoon(String reason) {
    Mono.delay(forPing).subscribe(passed -> terminate(new ConnectionLostException(reason)));
  }

  /** Pings the server, unless a ping is under way. */
  private void probe(String why) {
    if (state.isStale()) {
      endOpenCallsSoon(why);
      return;
    }
    if (state.endReason().isEmpty() && probing.compareAndSet(false, true)) {
      client
          .ping()
          .timeout(forPing)
          .doFinally(signal -> probing.set(false))
          .subscribe(
              alive -> LOG.log(DEBUG, "a server {0}, and answers a ping", why),
              e -> pingFailed(why, e));
    }
  }

  private void pingFailed(String why, Throwable met) {
    boolean isLost = McpErrorMapper.isLostSession(met);
    String reason = isLost ? SESSION_LOST : errors.ofPing(met, why);
    if (isLost || McpErrorMapper.isUnreachable(met)) {
      becomeStale(reason);
      endOpenCallsSoon(reason);
    } else if (met instanceof McpError) {
      LOG.log(DEBUG, "a server {0}, and refuses a ping", why);
    } else {
      terminate(new ConnectionLostException(reason));
    }
  }

  private final class Watching implements ObservedTransport.Watcher {

    @Override
    public void calling(Object token, Object id) {
      calls.sending(token, id);
    }

    @Override
    public void progress(Object params) {
      calls.report(params);
    }

    @Override
    public void toolsChanged() {
      listAgain();
    }

    @Override
    public void failed(Throwable failure) {
      switch (failure) {
        case ConnectionLostException lost -> terminate(lost);
        case RequestNotSentException never -> terminate(never);
        case HttpRefusalException refusal -> refused(refusal);
        default -> probe(errors.ofStream(failure));
      }
    }

    /** The sender of a message receives its refusal, and a server need not have a stream. */
    private void refused(HttpRefusalException refusal) {
      if (refusal.isLostSession() && !refusal.isOfMessage()) {
        becomeStale(SESSION_LOST);
      } else if (!refusal.isOfMessage() && !refusal.isWithoutStream()) {
        probe(errors.ofStream(refusal));
      }
    }
  }
}
