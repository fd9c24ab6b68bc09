package dev.reprise.mcp;

import static java.lang.System.Logger.Level.DEBUG;

import dev.reprise.tool.CallProgress;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * One connection to a server, from its start to its end. When it ends, every call on it fails at
 * once; it does not start again.
 *
 * <p>If a server leaves a request unanswered, or the transport reports an error, the connection
 * pings the server, and ends if there is no answer.
 */
final class McpConnection implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpConnection.class.getName());

  private static final Duration INITIALIZE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  /** The library has one timeout for all requests; this class bounds each by itself, and sooner. */
  private static final Duration LIBRARY_TIMEOUT = Duration.ofDays(1);

  private static final int MAX_PAGES = 100;
  private static final int MAX_TOOLS = 1_000;

  private final McpErrorMapper errors;
  private final Duration forPing;
  private final ObservedTransport transport;
  private final McpAsyncClient client;
  private final OpenCalls calls;
  private final OpenRequests requests;
  private final AtomicBoolean probing = new AtomicBoolean();

  private @Nullable Throwable endReason;
  private boolean isOver;
  private boolean toolsChanged;

  private McpConnection(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation clientInfo,
      McpErrorMapper errors,
      Duration forPing) {
    this.errors = errors;
    this.forPing = forPing;
    this.calls = new OpenCalls(json);
    this.requests = new OpenRequests(errors, this::endReason);
    this.transport = new ObservedTransport(transport, new Watching());
    this.client =
        McpClient.async(this.transport)
            .requestTimeout(LIBRARY_TIMEOUT)
            .initializationTimeout(INITIALIZE_TIMEOUT)
            .capabilities(ClientCapabilities.builder().build())
            .clientInfo(clientInfo)
            // Results are texts for a model, so the library compiles no schema of a server's.
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .build();
  }

  /**
   * Connects and agrees on a version of the protocol, within 30 seconds.
   *
   * @param forPing how long the connection waits for the answer to a ping
   * @throws IOException if the connection cannot be established; nothing is left open then
   */
  static McpConnection open(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation clientInfo,
      McpErrorMapper errors,
      Duration forPing)
      throws IOException, InterruptedException {
    var connection = new McpConnection(transport, json, clientInfo, errors, forPing);
    try {
      connection.requests.await(
          connection.client.initialize(), INITIALIZE_TIMEOUT, "does not answer within 30 s");
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
  List<McpSchema.Tool> tools(Clock clock) throws IOException, InterruptedException {
    if (client.getServerCapabilities() == null || client.getServerCapabilities().tools() == null) {
      return List.of();
    }
    Instant latest = clock.instant().plus(LIST_TIMEOUT);
    List<McpSchema.Tool> tools = new ArrayList<>();
    String cursor = McpSchema.FIRST_PAGE;
    for (int page = 0; page < MAX_PAGES && tools.size() <= MAX_TOOLS; page++) {
      Duration left = Duration.between(clock.instant(), latest);
      McpSchema.ListToolsResult listed =
          requests.await(client.listTools(cursor), left, "does not list all its tools within 30 s");
      if (listed.tools() != null) {
        tools.addAll(listed.tools());
      }
      cursor = listed.nextCursor();
      if (cursor == null && tools.size() <= MAX_TOOLS) {
        return tools;
      }
    }
    throw new ConnectionLostException(
        "lists more than %d tools, or on more than %d pages".formatted(MAX_TOOLS, MAX_PAGES));
  }

  /**
   * Calls a tool. A call that ends by a timeout or an interrupt is cancelled at the server.
   *
   * @param token the token under which the server reports progress; no two open calls share one
   * @throws RequestNotSentException if the server did not receive the request
   * @throws ExecutionException if the server answered with an error, or the connection failed
   * @throws TimeoutException if there is no answer in time
   */
  CallToolResult call(CallToolRequest request, String token, Duration limit, CallProgress progress)
      throws RequestNotSentException, ExecutionException, TimeoutException, InterruptedException {
    OpenCalls.Call call = calls.add(token, progress);
    Optional<Disposable> subscription = Optional.empty();
    try {
      if (endReason().isPresent()) {
        throw new RequestNotSentException("is not connected any more");
      }
      subscription = Optional.of(send(request, call));
      return call.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      cancel(call, "the caller was stopped");
      throw e;
    } catch (TimeoutException e) {
      cancel(call, "the caller timed out");
      probe("did not answer in time");
      throw e;
    } finally {
      subscription.ifPresent(Disposable::dispose);
      calls.remove(token, call);
    }
  }

  private Disposable send(CallToolRequest request, OpenCalls.Call call) {
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

  /**
   * Waits until the server's tools are to be listed again.
   *
   * @param latest when they are listed again without a change
   * @return false if the connection is over
   */
  synchronized boolean awaitChange(Clock clock, Instant latest) throws InterruptedException {
    while (!isOver && !toolsChanged) {
      Duration left = Duration.between(clock.instant(), latest);
      if (!left.isPositive()) {
        break;
      }
      wait(left.toMillis() + 1);
    }
    toolsChanged = false;
    return !isOver;
  }

  /** Requests a new listing of the tools. */
  synchronized void listAgain() {
    toolsChanged = true;
    notifyAll();
  }

  /** Returns why the connection is over; empty while it is not. */
  synchronized Optional<Throwable> endReason() {
    return Optional.ofNullable(endReason);
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

  private void terminate(Throwable reason) {
    synchronized (this) {
      if (endReason != null) {
        return;
      }
      endReason = reason;
    }
    // A call or request that is added after this loop finds the reason itself.
    calls.failAll(reason);
    requests.failAll(reason);
    synchronized (this) {
      isOver = true; // not before: the thread that waits for it closes the calls without a reason
      notifyAll();
    }
  }

  /** Pings the server, unless a ping is under way. */
  private void probe(String why) {
    if (endReason().isEmpty() && probing.compareAndSet(false, true)) {
      client
          .ping()
          .timeout(forPing)
          .doFinally(signal -> probing.set(false))
          .subscribe(
              alive -> LOG.log(DEBUG, "a server {0}, and answers a ping", why),
              e -> terminate(new ConnectionLostException(why + ", and does not answer a ping")));
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
        case McpTransportSessionNotFoundException e ->
            terminate(new ConnectionLostException("does not know the session any more"));
        default -> probe("broke off a stream (" + errors.words(failure) + ")");
      }
    }
  }
}
