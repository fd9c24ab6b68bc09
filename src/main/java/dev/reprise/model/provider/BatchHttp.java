package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.model.ModelException;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Calls of a provider's batch interface, whose answers are JSON values or JSON Lines. Each method
 * throws {@link ModelException} with the class of the failure, and {@link InterruptedException} if
 * the caller was interrupted. Tested by {@code AnthropicBatchModelTest}.
 */
public final class BatchHttp {

  /** How far the clocks of a provider and this server may differ. */
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(10);

  private static final int PAGE = 100;

  private final ProviderSettings settings;
  private final Map<String, String> headers;
  private final ProviderClient client;

  /**
   * @param headers of each request
   */
  public BatchHttp(ProviderSettings settings, Map<String, String> headers, Clock clock) {
    this.settings = settings;
    this.headers = Map.copyOf(headers);
    this.client = new ProviderClient(settings, clock);
  }

  /** Reads an answer of one value. */
  public JsonNode get(String path) throws ModelException, InterruptedException {
    return value(request(path).GET().build());
  }

  /** Sends a body and reads an answer of one value. */
  public JsonNode post(String path, String contentType, BodyPublisher body)
      throws ModelException, InterruptedException {
    return value(request(path).header("Content-Type", contentType).POST(body).build());
  }

  /** Takes the lines of an answer. Both methods return whether more are wanted. */
  public interface LineReceiver {

    boolean take(JsonNode line);

    /**
     * Takes a line that is no JSON, or too long.
     *
     * @param number of the line, from 1
     * @param text its beginning, if it is too long
     */
    boolean takeUnreadable(int number, String text, String why);
  }

  /** Reads an answer of JSON Lines. */
  public void lines(String path, LineReceiver receiver)
      throws ModelException, InterruptedException {
    try (BoundedResponseBody body = client.send(request(path).GET().build(), Long.MAX_VALUE);
        var in = new BufferedInputStream(body)) {
      boolean isWanted = true;
      byte[] line = line(in);
      for (int number = 1; isWanted && line.length > 0; number++) {
        isWanted = take(line, number, body.hasKnownEnd(), receiver);
        line = line(in);
      }
    } catch (IOException | FaultException e) {
      throw failed(e);
    }
  }

  /**
   * Returns the batches of a list, newest first, that may have been created after a time.
   *
   * @param path of the list
   * @param cursor the parameter with the id of the last batch of the page before
   * @param created returns when a batch was created
   */
  public List<JsonNode> since(
      Instant time, String path, String cursor, Function<JsonNode, Instant> created)
      throws ModelException, InterruptedException {
    Instant since = time.minus(CLOCK_SKEW);
    List<JsonNode> batches = new ArrayList<>();
    JsonNode page = get(path + "?limit=" + PAGE);
    while (!page.path("data").isEmpty()) {
      for (JsonNode batch : page.path("data")) {
        if (created.apply(batch).isBefore(since)) {
          return batches;
        }
        batches.add(batch);
      }
      String last = batches.getLast().path("id").asText();
      page =
          page.path("has_more").asBoolean()
              ? get("%s?limit=%d&%s=%s".formatted(path, PAGE, cursor, last))
              : MissingNode.getInstance();
    }
    return batches;
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(settings.baseUrl() + "/" + path));
    headers.forEach(request::header);
    return request;
  }

  private JsonNode value(HttpRequest request) throws ModelException, InterruptedException {
    try (BoundedResponseBody body = client.send(request, settings.maxReplyBytes())) {
      return Json.read(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw failed(new FaultException(unreadable(FailureClass.SERVER_ERROR, e), e));
    } catch (IOException | FaultException e) {
      throw failed(e);
    }
  }

  /**
   * Returns the next line with its end; empty at the end of the answer. Of a line that is too long
   * it returns only a beginning, which is too long as well.
   */
  private byte[] line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (line.size() <= settings.maxReplyBytes()) {
        line.write(next);
      }
      if (next == '\n') {
        break;
      }
    }
    return line.toByteArray();
  }

  /**
   * Takes a line; blank ones are left out.
   *
   * @param hasKnownEnd whether the answer says where it ends; if not, its last line may have lost
   *     its end with the connection
   */
  private boolean take(byte[] line, int number, boolean hasKnownEnd, LineReceiver receiver)
      throws FaultException {
    var text = new String(line, StandardCharsets.UTF_8);
    if (line.length > settings.maxReplyBytes()) {
      return receiver.takeUnreadable(
          number, text, "longer than %d bytes".formatted(settings.maxReplyBytes()));
    }
    try {
      JsonNode value = Json.read(text);
      return value.isMissingNode() || receiver.take(value);
    } catch (IllegalArgumentException e) {
      if (!hasKnownEnd && line[line.length - 1] != '\n') {
        throw new FaultException(unreadable(FailureClass.STREAM_RESET, e), e);
      }
      return receiver.takeUnreadable(number, text, String.valueOf(e.getMessage()));
    }
  }

  private Fault unreadable(FailureClass kind, IllegalArgumentException e) {
    return new Fault(
        kind, "an answer of model provider '%s' is %s".formatted(settings.name(), e.getMessage()));
  }

  private ModelException failed(Exception e) throws InterruptedException {
    FaultException failure = client.failure(e);
    if (failure.fault().kind() == FailureClass.CANCELLED && Thread.interrupted()) {
      throw new InterruptedException(
          "a call of model provider %s was cancelled".formatted(settings.name()));
    }
    return new ModelException(failure.fault(), failure);
  }
}
