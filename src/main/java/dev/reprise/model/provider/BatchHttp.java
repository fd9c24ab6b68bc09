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
import java.util.function.Predicate;

/**
 * Calls of a provider's batch interface, whose answers are JSON values or JSON Lines. Each method
 * throws {@link ModelException} with the class of the failure, and {@link InterruptedException} if
 * the caller was interrupted.
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

  /**
   * Reads an answer of JSON Lines.
   *
   * @param receiver returns whether it wants more
   */
  public void lines(String path, Predicate<JsonNode> receiver)
      throws ModelException, InterruptedException {
    try (var body =
        new BufferedInputStream(client.send(request(path).GET().build(), Long.MAX_VALUE))) {
      boolean isWanted = true;
      for (byte[] line = line(body); isWanted && line.length > 0; line = line(body)) {
        JsonNode value = read(line);
        isWanted = value.isMissingNode() || receiver.test(value);
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

  /** Returns the next line with its end; empty at the end of the answer. */
  private byte[] line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.write(next);
      if (next == '\n') {
        break;
      }
      if (line.size() > settings.maxReplyBytes()) {
        throw new BoundedResponseBody.BodyTooLongException(settings.maxReplyBytes());
      }
    }
    return line.toByteArray();
  }

  /** Reads a line; a blank one is missing. The last may have lost its end with its connection. */
  private JsonNode read(byte[] line) throws FaultException {
    try {
      return Json.read(new String(line, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      boolean isWhole = line[line.length - 1] == '\n';
      throw new FaultException(
          unreadable(isWhole ? FailureClass.SERVER_ERROR : FailureClass.STREAM_RESET, e), e);
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
