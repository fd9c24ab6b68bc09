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
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
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
import java.util.OptionalDouble;
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
 * One connection to a server, from its beginning to its end. When it ends, every call on it fails
 * at once; it does not begin again.
 *
 * <p>A server that leaves a question unanswered, or a transport that says that something went
 * wrong, puts it in doubt: then the server is asked for a sign of life, and has to give one.
 */
final class McpConnection implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(McpConnection.class.getName());

  private static final Duration TO_BEGIN = Duration.ofSeconds(30);
  private static final Duration TO_LIST = Duration.ofSeconds(30);
  private static final Duration TO_LIVE = Duration.ofSeconds(5);
  private static final Duration TO_END = Duration.ofSeconds(10);

  /** The library bounds each request; each has a bound of its own here. */
  private static final Duration NO_BOUND = Duration.ofDays(1);

  private static final int MAX_PAGES = 100;
  private static final int MAX_TOOLS = 1_000;

  private final McpJsonMapper json;
  private final McpErrorMapper failures;
  private final ObservedTransport transport;
  private final McpAsyncClient client;
  private final Map<Object, Call> calls = new ConcurrentHashMap<>();
  private final Map<Object, CompletableFuture<?>> questions = new ConcurrentHashMap<>();
  private final AtomicBoolean inDoubt = new AtomicBoolean();

  private @Nullable Throwable end;
  private boolean isOver;
  private boolean toolsChanged;

  private McpConnection(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation whoWeAre,
      McpErrorMapper failures) {
    this.json = json;
    this.failures = failures;
    this.transport = new ObservedTransport(transport, new Watching());
    this.client =
        McpClient.async(this.transport)
            .requestTimeout(NO_BOUND)
            .initializationTimeout(TO_BEGIN)
            .capabilities(ClientCapabilities.builder().build())
            .clientInfo(whoWeAre)
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .build();
  }

  /** A call that has not been answered. */
  private static final class Call {
    final CompletableFuture<CallToolResult> answer = new CompletableFuture<>();
    final CallProgress progress;
    volatile Optional<Object> requestId = Optional.empty();

    Call(CallProgress progress) {
      this.progress = progress;
    }
  }

  /**
   * Connects and agrees on a version of the protocol, within 30 seconds.
   *
   * @throws IOException if that cannot be done; nothing is left of it then
   */
  static McpConnection open(
      McpClientTransport transport,
      McpJsonMapper json,
      Implementation whoWeAre,
      McpErrorMapper failures)
      throws IOException, InterruptedException {
    var connection = new McpConnection(transport, json, whoWeAre, failures);
    try {
      connection.await(connection.client.initialize(), TO_BEGIN);
      return connection;
    } catch (IOException | InterruptedException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Returns all tools that the server has, at most 1,000 of them, within 30 seconds.
   *
   * @throws IOException if it does not say so, or there are more
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
   * Calls a tool. A call that is given up, be it by an interrupt, is cancelled at the server.
   *
   * @param token under which the server tells progress; no two calls at one time share one
   * @throws RequestNotSentException if the server was not asked
   * @throws ExecutionException because of what was answered in the place of a result, or of what
   *     happened to the connection
   * @throws TimeoutException if there is no answer in time
   */
  CallToolResult call(CallToolRequest request, String token, Duration limit, CallProgress progress)
      throws RequestNotSentException, ExecutionException, TimeoutException, InterruptedException {
    var call = new Call(progress);
    calls.put(token, call);
    Optional<Disposable> asking = Optional.empty();
    try {
      if (end().isPresent()) {
        throw new RequestNotSentException("is not connected any more");
      }
      asking = Optional.of(ask(request, call));
      return call.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      cancel(call, "the caller was stopped");
      throw e;
    } catch (TimeoutException e) {
      cancel(call, "the caller waits no longer");
      doubt("did not answer in time");
      throw e;
    } finally {
      asking.ifPresent(Disposable::dispose);
      calls.remove(token, call);
    }
  }

  private Disposable ask(CallToolRequest request, Call call) {
    return client
        .callTool(request)
        .subscribe(
            call.answer::complete,
            call.answer::completeExceptionally,
            () -> call.answer.completeExceptionally(new IOException("answered nothing")));
  }

  private void cancel(Call call, String reason) {
    call.requestId.ifPresent(
        id ->
            transport
                .cancel(id, reason)
                .subscribe(
                    sent -> {},
                    e ->
                        LOG.log(
                            DEBUG,
                            "a call could not be cancelled at its server: {0}",
                            failures.words(e))));
  }

  /**
   * Waits until the server may have other tools, or these have to be looked at again.
   *
   * @param latest when they have to be
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

  /** Has the server's tools looked at again. */
  synchronized void lookAgain() {
    toolsChanged = true;
    notifyAll();
  }

  /** Returns why the connection is over, if it is. */
  synchronized Optional<Throwable> end() {
    return Optional.ofNullable(end);
  }

  /** Ends the connection; waits up to ten seconds for the server to take leave. */
  @Override
  public void close() {
    end(new ConnectionLostException("is left alone, because this server stops"));
    Mono.when(transport.closeGracefully().onErrorComplete())
        .timeout(TO_END)
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
    // What came too late to be seen here sees the end itself.
    calls.values().forEach(call -> call.answer.completeExceptionally(reason));
    questions.values().forEach(question -> question.completeExceptionally(reason));
    synchronized (this) {
      isOver = true; // not before: whoever waits for it ends the calls too, and knows no reason
      notifyAll();
    }
  }

  /** Asks for a sign of life, if nobody does so already. */
  private void doubt(String why) {
    if (end().isEmpty() && inDoubt.compareAndSet(false, true)) {
      client
          .ping()
          .timeout(TO_LIVE)
          .doFinally(signal -> inDoubt.set(false))
          .subscribe(
              alive -> LOG.log(DEBUG, "a server {0}, and is alive", why),
              e -> end(new ConnectionLostException(why + ", and gives no sign of life")));
    }
  }

  /** Waits for an answer, for the end of the connection, or for the limit. */
  private <T> T await(Mono<T> answer, Duration limit) throws IOException, InterruptedException {
    CompletableFuture<T> future = answer.toFuture();
    var key = new Object();
    questions.put(key, future);
    end().ifPresent(future::completeExceptionally);
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new ConnectionLostException("does not answer within %d s".formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      throw new ConnectionLostException(
          failures.ofServer(Objects.requireNonNullElse(e.getCause(), e)));
    } finally {
      questions.remove(key);
      future.cancel(true);
    }
  }

  private final class Watching implements ObservedTransport.Watcher {

    @Override
    public void calling(Object token, Object id) {
      Optional.ofNullable(calls.get(token)).ifPresent(call -> call.requestId = Optional.of(id));
    }

    @Override
    public void progress(Object params) {
      var told = json.convertValue(params, ProgressNotification.class);
      if (told == null || told.progressToken() == null || told.progress() == null) {
        return;
      }
      Optional.ofNullable(calls.get(told.progressToken()))
          .ifPresent(
              call ->
                  call.progress.report(
                      told.progress(),
                      told.total() == null
                          ? OptionalDouble.empty()
                          : OptionalDouble.of(told.total()),
                      Optional.ofNullable(told.message()).orElse("")));
    }

    @Override
    public void toolsChanged() {
      lookAgain();
    }

    @Override
    public void failed(Throwable failure) {
      switch (failure) {
        case ConnectionLostException lost -> end(lost);
        case RequestNotSentException never -> end(never);
        case McpTransportSessionNotFoundException e ->
            end(new ConnectionLostException("does not know the session any more"));
        default -> doubt("broke off a stream (" + failures.words(failure) + ")");
      }
    }
  }
}
