package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks the events of a streamed reply before it passes them on. An error event, or one that
 * cannot be read, ends the stream. A stream is a reply only if it ends with its marker.
 *
 * <p>The parser of events swallows exceptions of its listener, so this class keeps a failure for
 * {@link #close}.
 */
final class StreamErrorDetector implements ServerSentEventListener {

  private final String provider;
  private final Predicate<ServerSentEvent> isLast;
  private final BoundedResponseBody body;
  private final ServerSentEventListener next;

  private boolean isComplete;
  private @Nullable Exception problem;

  /**
   * @param isLast tells whether an event ends the reply
   * @param next receives the events
   */
  StreamErrorDetector(
      String provider,
      Predicate<ServerSentEvent> isLast,
      BoundedResponseBody body,
      ServerSentEventListener next) {
    this.provider = provider;
    this.isLast = isLast;
    this.body = body;
    this.next = next;
  }

  @Override
  public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
    if (problem != null || isComplete || event.data().isBlank()) {
      return;
    }
    try {
      isComplete = isLast.test(event);
      if (!event.data().equals("[DONE]")) {
        Optional<Fault> fault = ProviderErrors.within(provider, read(event));
        if (fault.isPresent()) {
          throw new FaultException(fault.get());
        }
      }
      next.onEvent(event, context);
    } catch (FaultException | RuntimeException e) {
      problem = e;
      context.parsingHandle().cancel();
    }
  }

  private JsonNode read(ServerSentEvent event) throws FaultException {
    try {
      return Json.read(event.data());
    } catch (IllegalArgumentException e) {
      throw new FaultException(
          body.hasEnded()
              ? brokenOff()
              : new Fault(
                  FailureClass.SERVER_ERROR,
                  "model provider '%s' sent an event that is %s"
                      .formatted(provider, e.getMessage())),
          e);
    }
  }

  private Fault brokenOff() {
    return new Fault(
        FailureClass.STREAM_RESET,
        "the reply of model provider '%s' broke off before its end".formatted(provider));
  }

  @Override
  public void onError(Throwable cause) {
    if (problem == null && !isComplete) {
      problem = cause instanceof Exception exception ? exception : new IOException(cause);
    }
  }

  /**
   * Ends the stream.
   *
   * @throws FaultException if it had an error, or ended too early
   * @throws IOException if reading failed
   * @throws RuntimeException that the next listener threw
   */
  void close() throws FaultException, IOException {
    switch (problem) {
      case null -> {
        if (!isComplete) {
          throw new FaultException(brokenOff());
        }
        next.onClose();
      }
      case FaultException e -> throw e;
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IOException(problem);
    }
  }
}
