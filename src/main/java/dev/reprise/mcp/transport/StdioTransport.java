package dev.reprise.mcp.transport;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.mcp.settings.McpServerSettings;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Sends and receives messages as lines over the standard input and output of a process.
 *
 * <p>The library's own transport lets the process inherit part of the environment, does not report
 * its death, stops reading at the first line that is no message, buffers error lines of any length,
 * and does not end the descendants of the process.
 *
 * <p>Three threads serve the three streams, because each may block for as long as the process
 * likes. No thread is joined: they end with the process. Tested by {@code HostileServerTest}.
 */
final class StdioTransport implements McpClientTransport {

  private static final System.Logger LOG = System.getLogger(StdioTransport.class.getName());

  /** More than is logged: a secret has up to 8 KiB, and is found only as a whole. */
  private static final int MAX_ERROR_LINE_BYTES = 32 * 1024;

  /** A descendant of the process may hold its standard error open for longer. */
  private static final Duration PATIENCE_FOR_ERRORS = Duration.ofMillis(500);

  private static final int MAX_WAITING_MESSAGES = 10_000;
  private static final int MAX_STRAY_LINES = 1_000;
  private static final int SHOWN_OF_STRAY_LINE = 200;

  private final String server;
  private final McpServerSettings.Endpoint.Stdio how;
  private final McpJsonMapper json;
  private final ThreadFactory threads;
  private final Consumer<String> errors;

  private final LinkedBlockingQueue<Outgoing> outgoing =
      new LinkedBlockingQueue<>(MAX_WAITING_MESSAGES);
  private Optional<McpServerProcess> process = Optional.empty();
  private boolean closed;
  private volatile Consumer<Throwable> onFailure = failure -> {};
  private final CountDownLatch errorsEnded = new CountDownLatch(1);
  private volatile String lastError = "";

  /**
   * Does not start the process yet.
   *
   * @param server the server's name, for the log
   * @param errors receives each line of its standard error, cut to 32 KiB
   */
  StdioTransport(
      String server,
      McpServerSettings.Endpoint.Stdio how,
      McpJsonMapper json,
      ThreadFactory threads,
      Consumer<String> errors) {
    this.server = server;
    this.how = how;
    this.json = json;
    this.threads = threads;
    this.errors = errors;
  }

  /** A line to write, or the mark after the last one. */
  private record Outgoing(String line, CompletableFuture<Void> written) {

    static Outgoing of(String line) {
      return new Outgoing(line, new CompletableFuture<>());
    }

    boolean isLast() {
      return line.isEmpty();
    }
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    onFailure = handler;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return Mono.fromRunnable(
        () -> {
          try {
            start(handler);
          } catch (IOException e) {
            fail(new RequestNotSentException("cannot be started: " + e.getMessage(), e));
          }
        });
  }

  private synchronized void start(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler)
      throws IOException {
    if (closed) {
      return;
    }
    McpServerProcess started = McpServerProcess.start(how);
    process = Optional.of(started);
    thread("writer", () -> write(started));
    thread("reader", () -> read(started, handler));
    thread("errors", () -> readErrors(started));
  }

  private void thread(String work, Runnable body) {
    Thread thread = threads.newThread(body);
    thread.setName("mcp " + server + " " + work);
    thread.start();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.defer(
        () -> {
          try {
            var line =
                Outgoing.of(json.writeValueAsString(message)); // one line: JSON escapes others
            if (!outgoing.offer(line)) {
              return Mono.error(new RequestNotSentException("reads none of its messages"));
            }
            return Mono.fromFuture(line.written(), true);
          } catch (IOException e) {
            return Mono.error(
                new RequestNotSentException(
                    "cannot be sent the message: it has no form in JSON", e));
          }
        });
  }

  private void write(McpServerProcess process) {
    Outgoing next = null;
    try (OutputStream to = process.input()) {
      for (next = outgoing.take(); !next.isLast(); next = outgoing.take()) {
        to.write((next.line() + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
        next.written().complete(null);
      }
    } catch (IOException e) {
      // The line did not arrive whole. The reader reports that the process ends.
      RequestNotSentException why = notRead(process, e);
      Optional.ofNullable(next).ifPresent(it -> it.written().completeExceptionally(why));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Outgoing left = outgoing.poll(); left != null; left = outgoing.poll()) {
      left.written().completeExceptionally(new RequestNotSentException("is stopped"));
    }
  }

  private RequestNotSentException notRead(McpServerProcess process, IOException e) {
    String why = "does not read its messages any more";
    try {
      return new RequestNotSentException(end(process).orElse(why), e);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new RequestNotSentException(why, e);
    }
  }

  private void read(
      McpServerProcess from, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    var lines = new BoundedLines(from.output(), Transports.MAX_MESSAGE_BYTES);
    int stray = 0;
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        Optional<JSONRPCResponse> oversized =
            Optional.of(line.get()).filter(it -> !it.isWhole()).flatMap(OversizedAnswer::of);
        if (!line.get().isWhole() && oversized.isEmpty()) {
          fail(new ConnectionLostException("sent a message of more than 32 MiB"));
          return;
        }
        if (oversized.isPresent()) {
          handle(oversized.get(), handler, "an answer of more than 32 MiB");
        } else if (!take(line.get().text(), handler) && ++stray == MAX_STRAY_LINES) {
          fail(new ConnectionLostException("sends lines that are no messages"));
          return;
        }
      }
      fail(new ConnectionLostException(end(from).orElse("closed its output")));
    } catch (IOException e) {
      fail(new ConnectionLostException("cannot be read from: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(new ConnectionLostException("is disconnected, because Reprise is shutting down"));
    }
  }

  /** Returns whether a line is a message. A failure of one message affects no other. */
  private boolean take(String line, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    if (line.isBlank()) {
      return true;
    }
    try {
      handle(McpSchema.deserializeJsonRpcMessage(json, line), handler, line);
      return true;
    } catch (IOException | RuntimeException e) {
      stray(line, e);
      return false;
    }
  }

  private void handle(
      JSONRPCMessage message,
      Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler,
      String line) {
    handler.apply(Mono.just(message)).subscribe(taken -> {}, e -> stray(line, e));
  }

  private void stray(String line, Throwable why) {
    String start = line.substring(0, Math.min(line.length(), SHOWN_OF_STRAY_LINE));
    errors.accept("no message: " + start + " (" + why.getMessage() + ")");
  }

  /**
   * Returns how the process ended; empty if it goes on. One that cannot do its work says why on its
   * standard error.
   */
  private Optional<String> end(McpServerProcess of) throws InterruptedException {
    Optional<String> end = of.end();
    if (end.isPresent()) {
      boolean unused = errorsEnded.await(PATIENCE_FOR_ERRORS.toMillis(), TimeUnit.MILLISECONDS);
    }
    return end.map(it -> lastError.isEmpty() ? it : it + "; its last line of errors: " + lastError);
  }

  private void readErrors(McpServerProcess from) {
    var lines = new BoundedLines(from.errors(), MAX_ERROR_LINE_BYTES);
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        String text = line.get().text();
        errors.accept(text);
        lastError = text.isBlank() ? lastError : text.strip();
      }
    } catch (IOException e) {
      LOG.log(WARNING, "MCP server %s: its errors cannot be read any more".formatted(server), e);
    } finally {
      errorsEnded.countDown();
    }
  }

  private void fail(Throwable failure) {
    onFailure.accept(failure);
  }

  /** Ends the process; takes up to two seconds. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::stop);
  }

  private synchronized void stop() {
    closed = true;
    boolean unused =
        outgoing.offer(Outgoing.of("")); // if the queue is full, the process does not read either
    process.ifPresent(McpServerProcess::stop);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }
}
