package dev.reprise.mcp;

import dev.reprise.mcp.transport.ConnectionLostException;
import io.modelcontextprotocol.spec.McpError;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** The open requests of a connection that are not tool calls. */
final class OpenRequests {

  private final McpErrorMapper errors;
  private final Supplier<Optional<Throwable>> endReason;
  private final Map<Object, CompletableFuture<?>> requests = new ConcurrentHashMap<>();

  /**
   * @param endReason why the connection is over; empty while it is not
   */
  OpenRequests(McpErrorMapper errors, Supplier<Optional<Throwable>> endReason) {
    this.errors = errors;
    this.endReason = endReason;
  }

  /**
   * Waits for an answer, for the end of the connection, or until a time limit.
   *
   * @param late what the server does not do if it reaches the limit
   * @throws RequestRefusedException if the answer is an error
   * @throws IOException if there is no answer
   */
  <T> T await(Mono<T> answer, Duration limit, String late)
      throws IOException, InterruptedException {
    CompletableFuture<T> future = answer.toFuture();
    var key = new Object();
    requests.put(key, future);
    endReason.get().ifPresent(future::completeExceptionally);
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new ConnectionLostException(late);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw cause instanceof McpError
          ? new RequestRefusedException(errors.ofServer(cause))
          : new ConnectionLostException(errors.ofServer(cause));
    } finally {
      requests.remove(key);
      future.cancel(true);
    }
  }

  /** Fails all open requests; one that is added later finds the reason itself. */
  void failAll(Throwable reason) {
    requests.values().forEach(request -> request.completeExceptionally(reason));
  }
}
