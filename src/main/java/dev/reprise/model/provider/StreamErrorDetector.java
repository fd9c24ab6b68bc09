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
 * Looks at the events of a streamed reply before they are passed on: an error among them, or one
 * that cannot be read, ends the stream, and only one that ends with its marker is a reply.
 *
 * <p>The parser of events swallows what a listener throws; so what goes wrong is kept for {@link
 * #close}.
 */
final class StreamErrorDetector implements ServerSentEventListener {

  private final String provider;
  private final Predicate<ServerSentEvent> isLast;
  private final BoundedResponseBody body;
  private final ServerSentEventListener next;

  private boolean isComplete;
  private @Nullable Exception met;

  /**
   * @param isLast knows the event with which a reply ends
   * @param next takes the events
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
    if (met != null || isComplete || event.data().isBlank()) {
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
      met = e;
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
                  "model provider '%s' streams what is %s".formatted(provider, e.getMessage())),
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
    if (met == null && !isComplete) {
      met = cause instanceof Exception exception ? exception : new IOException(cause);
    }
  }

  /**
   * Ends the stream.
   *
   * @throws FaultException if there was an error in it, or it ended too early
   * @throws IOException if it could not be read
   * @throws RuntimeException that an event led to where it was passed on
   */
  void close() throws FaultException, IOException {
    switch (met) {
      case null -> {
        if (!isComplete) {
          throw new FaultException(brokenOff());
        }
        next.onClose();
      }
      case FaultException e -> throw e;
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IOException(met);
    }
  }
}
