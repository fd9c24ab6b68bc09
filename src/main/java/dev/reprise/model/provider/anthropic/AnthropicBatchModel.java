package dev.reprise.model.provider.anthropic;

import static dev.reprise.model.provider.ProviderBatchResults.customId;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OptionReader;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.batch.BatchResult;
import dev.reprise.model.batch.ProviderBatchLimits;
import dev.reprise.model.batch.ProviderBatchStatus;
import dev.reprise.model.batch.ProviderBatchStatus.State;
import dev.reprise.model.batch.ProviderBatchSubmission;
import dev.reprise.model.batch.SearchResult;
import dev.reprise.model.provider.BatchHttp;
import dev.reprise.model.provider.ProviderBatchResults;
import dev.reprise.model.provider.ProviderErrors;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Anthropic's Message Batches API.
 *
 * <p>A batch has no place for an id of this server, and names its requests only in its results. So
 * a batch that is still in progress and has as many requests as a submission may or may not be its
 * batch.
 */
public final class AnthropicBatchModel implements BatchModel {

  private static final String BATCHES = "messages/batches";

  private final ProviderSettings settings;
  private final BigDecimal price;
  private final BatchHttp http;

  public AnthropicBatchModel(ProviderSettings settings, BigDecimal price, Clock clock) {
    this.settings = settings;
    this.price = price;
    this.http = new BatchHttp(settings, AnthropicDialect.headers(settings), clock);
  }

  @Override
  public String provider() {
    return settings.name();
  }

  @Override
  public ProviderBatchLimits limits() {
    return new ProviderBatchLimits(100_000, 16L * 1024 * 1024);
  }

  @Override
  public BigDecimal price() {
    return price;
  }

  @Override
  public BatchLine encode(UUID submission, int number, ModelRequest request) throws ModelException {
    try {
      var options = new OptionReader(Json.read(request.model().options().text()));
      String body = AnthropicRequest.of(settings, request, AnthropicOptions.read(options)).toJson();
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("custom_id", customId(submission, number));
      line.set("params", ((ObjectNode) Json.read(body)).without(List.of("stream")));
      return new BatchLine(Json.write(line));
    } catch (FaultException e) {
      throw new ModelException(e.fault(), e);
    }
  }

  @Override
  public ProviderBatchStatus submit(ProviderBatchSubmission submission, List<BatchLine> lines)
      throws ModelException, InterruptedException {
    String body =
        lines.stream().map(BatchLine::json).collect(joining(",", "{\"requests\":[", "]}"));
    return status(http.post(BATCHES, "application/json", BodyPublishers.ofString(body)));
  }

  @Override
  public SearchResult find(ProviderBatchSubmission submission, Set<String> others)
      throws ModelException, InterruptedException {
    boolean isDecided = true;
    for (JsonNode batch : candidates(submission, others)) {
      ProviderBatchStatus status = status(batch);
      if (!status.state().isFinal()) {
        isDecided = false;
      } else if (hasResultsOf(submission, status.id())) {
        return new SearchResult.Found(status);
      }
    }
    return isDecided ? new SearchResult.Absent() : new SearchResult.Undecided();
  }

  private List<JsonNode> candidates(ProviderBatchSubmission submission, Set<String> others)
      throws ModelException, InterruptedException {
    return http
        .since(
            submission.intended(),
            BATCHES,
            "after_id",
            batch -> Instant.parse(batch.path("created_at").asText()))
        .stream()
        .filter(batch -> !others.contains(batch.path("id").asText()))
        .filter(batch -> requests(batch) == submission.requests())
        .toList();
  }

  private boolean hasResultsOf(ProviderBatchSubmission submission, String batch)
      throws ModelException, InterruptedException {
    var first = new FirstId();
    http.lines(results(batch), first);
    return ProviderBatchResults.isOf(submission.id(), first.id);
  }

  /** Reads the id of the first result that has one. */
  private static final class FirstId implements BatchHttp.LineReceiver {

    private String id = "";

    @Override
    public boolean take(JsonNode line) {
      id = line.path("custom_id").asText("");
      return id.isEmpty();
    }

    @Override
    public boolean takeUnreadable(int number, String text, String why) {
      return true;
    }
  }

  @Override
  public ProviderBatchStatus status(String batch) throws ModelException, InterruptedException {
    return status(http.get(BATCHES + "/" + batch));
  }

  @Override
  public void results(
      ProviderBatchSubmission submission, String batch, Consumer<BatchResult> receiver)
      throws ModelException, InterruptedException {
    var results =
        new ProviderBatchResults(
            settings.name(), submission, line -> reply(line.path("result")), receiver);
    http.lines(results(batch), results);
    results.end();
  }

  @Override
  public void cancel(String batch) throws ModelException, InterruptedException {
    http.post(BATCHES + "/" + batch + "/cancel", "application/json", BodyPublishers.noBody());
  }

  private static String results(String batch) {
    return BATCHES + "/" + batch + "/results";
  }

  private ModelReply reply(JsonNode result) throws FaultException {
    return switch (result.path("type").asText()) {
      case "succeeded" -> AnthropicReply.of(settings.name(), message(result.path("message")));
      case "errored" ->
          throw new FaultException(
              ProviderErrors.within(settings.name(), result.path("error"))
                  .orElseGet(
                      () ->
                          new Fault(
                              FailureClass.SERVER_ERROR,
                              "model provider '%s' failed for no given reason"
                                  .formatted(settings.name()))));
      case "canceled" -> throw new FaultException(ProviderBatchResults.cancelled(settings.name()));
      case "expired" -> throw new FaultException(ProviderBatchResults.expired(settings.name()));
      default ->
          throw new IllegalArgumentException("of the unknown type " + result.path("type").asText());
    };
  }

  private static JsonNode message(JsonNode message) {
    if (!message.path("content").isArray()) {
      throw new IllegalArgumentException("not a message");
    }
    return message;
  }

  private static ProviderBatchStatus status(JsonNode batch) {
    JsonNode counts = batch.path("request_counts");
    return new ProviderBatchStatus(
        batch.path("id").asText(),
        state(batch),
        counts.path("succeeded").asInt(),
        requests(batch) - counts.path("succeeded").asInt() - counts.path("processing").asInt(),
        Optional.empty());
  }

  private static State state(JsonNode batch) {
    JsonNode counts = batch.path("request_counts");
    if (!batch.path("processing_status").asText().equals("ended")) {
      return State.IN_PROGRESS;
    }
    if (counts.path("canceled").asInt() > 0) {
      return State.CANCELLED;
    }
    return counts.path("expired").asInt() > 0 ? State.EXPIRED : State.ENDED;
  }

  private static int requests(JsonNode batch) {
    int requests = 0;
    for (JsonNode count : batch.path("request_counts")) {
      requests += count.asInt();
    }
    return requests;
  }
}
