package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes single calls of a provider, whose reply comes in one piece or as a stream. What is whole is
 * taken, however oddly it ends, because it is paid; what is broken is named. Tested by {@code
 * OpenAiProviderTest}.
 */
public final class ProviderHttp {

  /** The data that ends a stream in OpenAI's protocol. */
  private static final String DONE = "[DONE]";

  private final ProviderSettings settings;
  private final Map<String, String> headers;
  private final Function<InputStream, StreamPieces> framing;
  private final ProviderClient client;

  /**
   * @param headers of each request
   * @param framing cuts a stream into pieces
   */
  public ProviderHttp(
      ProviderSettings settings,
      Map<String, String> headers,
      Function<InputStream, StreamPieces> framing,
      Clock clock) {
    this.settings = settings;
    this.headers = Map.copyOf(headers);
    this.framing = framing;
    this.client = new ProviderClient(settings, clock);
  }

  /**
   * Asks for a reply.
   *
   * @param assembly puts the reply together if it comes as a stream
   * @throws FaultException if there is no whole reply, or it says that it failed: an {@link
   *     AnsweredFaultException} unless the provider has refused the request
   */
  public JsonNode ask(String path, String body, ReplyAssembly assembly) throws FaultException {
    try (BoundedResponseBody answer = client.send(request(path, body), settings.maxReplyBytes())) {
      JsonNode reply = settings.stream() ? streamed(answer, assembly) : whole(answer);
      if (!assembly.isReply(reply)) {
        throw unreadable("not a reply: it is empty or has another content", null);
      }
      return reply;
    } catch (IOException e) {
      throw client.failure(e);
    }
  }

  private HttpRequest request(String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create(settings.baseUrl() + "/" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return request.build();
  }

  private JsonNode whole(InputStream in) throws IOException, FaultException {
    try {
      JsonNode reply = Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      refuseFault(reply);
      return reply;
    } catch (IllegalArgumentException e) {
      throw unreadable(String.valueOf(e.getMessage()), e);
    }
  }

  private JsonNode streamed(BoundedResponseBody answer, ReplyAssembly assembly)
      throws IOException, FaultException {
    StreamPieces pieces = framing.apply(answer);
    boolean isBegun = false;
    boolean isDone = false;
    try {
      for (var next = pieces.next(); next.isPresent(); next = pieces.next()) {
        isDone = isDone || take(next.get(), assembly);
        isBegun = true;
        if (isDone || assembly.isWhole()) {
          answer.expectEnd();
        }
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (FaultException e) { // after the end of a reply it changes nothing
      if (!isDone && !assembly.isWhole()) {
        throw isBegun ? new AnsweredFaultException(e.fault(), e) : e;
      }
    } catch (IOException e) { // nor does this
      if (!isDone && !assembly.isWhole()) {
        throw e;
      }
    }
    if (!isDone && !assembly.isWhole()) {
      throw new FaultException(brokenOff());
    }
    return assembly.reply();
  }

  /** Takes a piece, and returns whether it is the end of the stream. */
  private boolean take(StreamPieces.Piece piece, ReplyAssembly assembly) throws FaultException {
    String data = piece.data().strip();
    if (data.isEmpty() || data.equals(DONE)) {
      return !data.isEmpty();
    }
    JsonNode value;
    try {
      value = Json.read(data);
    } catch (IllegalArgumentException e) {
      throw piece.isEnded()
          ? unreadable("not whole: an event is " + e.getMessage(), e)
          : new FaultException(brokenOff(), e);
    }
    boolean isError = piece.event().equals("error") && !value.has("error");
    refuseFault(isError ? JsonNodeFactory.instance.objectNode().set("error", value) : value);
    assembly.take(value);
    return false;
  }

  private void refuseFault(JsonNode value) throws FaultException {
    Optional<Fault> fault = ProviderErrors.within(settings.name(), value);
    if (fault.isPresent()) {
      throw new FaultException(fault.get());
    }
  }

  private FaultException unreadable(String why, @Nullable Exception cause) {
    var fault =
        new Fault(
            FailureClass.SERVER_ERROR,
            "the reply of model provider '%s' is %s".formatted(settings.name(), why));
    return new AnsweredFaultException(fault, cause);
  }

  private Fault brokenOff() {
    return new Fault(
        FailureClass.STREAM_RESET,
        "the reply of model provider '%s' broke off before its end: its last event did not come"
            .formatted(settings.name()));
  }
}
