package dev.reprise.mcp;

import static java.lang.System.Logger.Level.DEBUG;

import dev.reprise.tool.CallProgress;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>A server that leaves a request unanswered, or a transport that reports an error, puts the
 * connection in doubt. The connection then pings the server, and ends without an answer.
 */
final class McpConnection implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpConnection.class.getName());

  private static final Duration TO_INITIALIZE = Duration.ofSeconds(30);
  private static final Duration TO_LIST = Duration.ofSeconds(30);
  private static final Duration TO_PING = Duration.ofSeconds(5);
  private static final Duration TO_CLOSE = Duration.ofSeconds(10);

  /** The library bounds all requests alike; this class bounds each by itself. */
  private static final Duration NO_BOUND = Duration.ofDays(1);

  private static final int MAX_PAGES = 100;
  private static final int MAX_TOOLS = 1_000;

  private final McpErrorMapper errors;
  private final ObservedTransport transport;
  private final McpAsyncClient client;
  private final OpenCalls calls;
  private final Map<Object, CompletableFuture<?>> requests = new ConcurrentHashMap<>();
  private final AtomicBoolean inDoubt = new AtomicBoolean();

  private @Nullable Throwable end;
  private boolean isOver;
  private boolean toolsChanged;

  private McpConnection(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation clientInfo,
      McpErrorMapper errors) {
    this.errors = errors;
    this.calls = new OpenCalls(json);
    this.transport = new ObservedTransport(transport, new Watching());
    this.client =
        McpClient.async(this.transport)
            .requestTimeout(NO_BOUND)
            .initializationTimeout(TO_INITIALIZE)
            .capabilities(ClientCapabilities.builder().build())
            .clientInfo(clientInfo)
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .build();
  }

  /**
   * Connects and agrees on a version of the protocol, within 30 seconds.
   *
   * @throws IOException if the server cannot be connected; nothing is left open then
   */
  static McpConnection open(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation clientInfo,
      McpErrorMapper errors)
      throws IOException, InterruptedException {
    var connection = new McpConnection(transport, json, clientInfo, errors);
    try {
      connection.await(connection.client.initialize(), TO_INITIALIZE);
      return connection;
    } catch (IOException | InterruptedException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Returns all tools of the server, at most 1,000, within 30 seconds.
   *
   * @throws IOException if the server does not answer, or has more
   */
  List<McpSchema.Tool> tools() throws IOException, InterruptedException {
    if (client.getServerCapabilities() == null || client.getServerCapabilities().tools() == null) {
      return List.of();
    }
    List<McpSchema.Tool> tools = new ArrayList<>();
    String cursor = McpSchema.FIRST_PAGE;
    for (int page = 0; page < MAX_PAGES && tools.size() <= MAX_TOOLS; page++) {
      McpSchema.ListToolsResult listed = await(client.listTools(cursor), TO_LIST);
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
      if (end().isPresent()) {
        throw new RequestNotSentException("is not connected any more");
      }
      subscription = Optional.of(send(request, call));
      return call.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      cancel(call, "the caller was stopped");
      throw e;
    } catch (TimeoutException e) {
      cancel(call, "the caller waits no longer");
      doubt("did not answer in time");
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

  /** Makes the server's tools be listed again. */
  synchronized void listAgain() {
    toolsChanged = true;
    notifyAll();
  }

  /** Returns why the connection is over; empty while it is not. */
  synchronized Optional<Throwable> end() {
    return Optional.ofNullable(end);
  }

  /** Ends the connection; waits up to ten seconds for the transport to close. */
  @Override
  public void close() {
    end(new ConnectionLostException("is disconnected, because this server stops"));
    Mono.when(transport.closeGracefully().onErrorComplete())
        .timeout(TO_CLOSE)
        .onErrorComplete()
        .block();
    client.close();
  }

  private void end(Throwable reason) {
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = reason;
    }
    // A call or request that is added after this loop sees the end itself.
    calls.failAll(reason);
    requests.values().forEach(request -> request.completeExceptionally(reason));
    synchronized (this) {
      isOver = true; // not before: the thread that waits for it closes the calls without a reason
      notifyAll();
    }
  }

  /** Pings the server, unless a ping is under way. */
  private void doubt(String why) {
    if (end().isEmpty() && inDoubt.compareAndSet(false, true)) {
      client
          .ping()
          .timeout(TO_PING)
          .doFinally(signal -> inDoubt.set(false))
          .subscribe(
              alive -> LOG.log(DEBUG, "a server {0}, and answers a ping", why),
              e -> end(new ConnectionLostException(why + ", and does not answer a ping")));
    }
  }

  /** Waits for an answer, for the end of the connection, or for the limit. */
  private <T> T await(Mono<T> answer, Duration limit) throws IOException, InterruptedException {
    CompletableFuture<T> future = answer.toFuture();
    var key = new Object();
    requests.put(key, future);
    end().ifPresent(future::completeExceptionally);
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new ConnectionLostException("does not answer within %d s".formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      throw new ConnectionLostException(
          errors.ofServer(Objects.requireNonNullElse(e.getCause(), e)));
    } finally {
      requests.remove(key);
      future.cancel(true);
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
        case ConnectionLostException lost -> end(lost);
        case RequestNotSentException never -> end(never);
        case McpTransportSessionNotFoundException e ->
            end(new ConnectionLostException("does not know the session any more"));
        default -> doubt("broke off a stream (" + errors.words(failure) + ")");
      }
    }
  }
}
