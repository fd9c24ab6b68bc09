package dev.reprise.model.provider.openai;

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
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * OpenAI's Batch API: a file of chat completions, and a batch whose metadata name the submission.
 */
public final class OpenAiBatchModel implements BatchModel {

  private static final String ENDPOINT = "/v1/chat/completions";
  private static final int SHOWN_ERRORS = 5;
  private static final String SUBMISSION = "reprise_submission";

  private final ProviderSettings settings;
  private final BigDecimal price;
  private final BatchHttp http;

  public OpenAiBatchModel(ProviderSettings settings, BigDecimal price, Clock clock) {
    this.settings = settings;
    this.price = price;
    this.http = new BatchHttp(settings, OpenAiDialect.headers(settings), clock);
  }

  @Override
  public String provider() {
    return settings.name();
  }

  @Override
  public ProviderBatchLimits limits() {
    return new ProviderBatchLimits(50_000, 16L * 1024 * 1024);
  }

  @Override
  public BigDecimal price() {
    return price;
  }

  @Override
  public BatchLine encode(UUID submission, int number, ModelRequest request) throws ModelException {
    try {
      var options = new OptionReader(Json.read(request.model().options().text()));
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("custom_id", customId(submission, number));
      line.put("method", "POST").put("url", ENDPOINT);
      line.set("body", OpenAiRequest.of(settings.name(), request, options));
      return new BatchLine(Json.write(line));
    } catch (FaultException e) {
      throw new ModelException(e.fault(), e);
    }
  }

  @Override
  public ProviderBatchStatus submit(ProviderBatchSubmission submission, List<BatchLine> lines)
      throws ModelException, InterruptedException {
    ObjectNode batch =
        JsonNodeFactory.instance
            .objectNode()
            .put("input_file_id", upload(submission, lines))
            .put("endpoint", ENDPOINT)
            .put("completion_window", "24h");
    batch.putObject("metadata").put(SUBMISSION, submission.id().toString());
    return status(
        http.post("batches", "application/json", BodyPublishers.ofString(Json.write(batch))));
  }

  /** A file without a batch does nothing, and the provider deletes it after a month. */
  private String upload(ProviderBatchSubmission submission, List<BatchLine> lines)
      throws ModelException, InterruptedException {
    String boundary = "reprise-" + submission.id();
    String form =
        """
        --%1$s
        Content-Disposition: form-data; name="purpose"

        batch
        --%1$s
        Content-Disposition: form-data; name="file"; filename="%2$s.jsonl"
        Content-Type: application/jsonl

        """
            .formatted(boundary, submission.id())
            .replace("\n", "\r\n");
    String file = lines.stream().map(line -> line.json() + "\n").collect(joining());
    JsonNode uploaded =
        http.post(
            "files",
            "multipart/form-data; boundary=" + boundary,
            BodyPublishers.ofString(form + file + "\r\n--" + boundary + "--\r\n"));
    return uploaded.path("id").asText();
  }

  @Override
  public SearchResult find(ProviderBatchSubmission submission, Set<String> others)
      throws ModelException, InterruptedException {
    return http
        .since(
            submission.intended(),
            "batches",
            "after",
            batch -> Instant.ofEpochSecond(batch.path("created_at").asLong()))
        .stream()
        .filter(
            batch ->
                batch.path("metadata").path(SUBMISSION).asText().equals(submission.id().toString()))
        .findFirst()
        .<SearchResult>map(batch -> new SearchResult.Found(status(batch)))
        .orElseGet(SearchResult.Absent::new);
  }

  @Override
  public ProviderBatchStatus status(String batch) throws ModelException, InterruptedException {
    return status(http.get("batches/" + batch));
  }

  @Override
  public void results(
      ProviderBatchSubmission submission, String batch, Consumer<BatchResult> receiver)
      throws ModelException, InterruptedException {
    JsonNode ended = http.get("batches/" + batch);
    var results = new ProviderBatchResults(settings.name(), submission, this::reply, receiver);
    for (String file : List.of("output_file_id", "error_file_id")) {
      String id = ended.path(file).asText("");
      if (!id.isEmpty()) {
        http.lines("files/" + id + "/content", results);
      }
    }
    results.end();
  }

  @Override
  public void cancel(String batch) throws ModelException, InterruptedException {
    http.post("batches/" + batch + "/cancel", "application/json", BodyPublishers.noBody());
  }

  private ModelReply reply(JsonNode line) throws FaultException {
    switch (line.path("error").path("code").asText()) {
      case "batch_expired" ->
          throw new FaultException(ProviderBatchResults.expired(settings.name()));
      case "batch_cancelled" ->
          throw new FaultException(ProviderBatchResults.cancelled(settings.name()));
      default -> {}
    }
    JsonNode response = line.path("response");
    JsonNode body = response.path("body");
    int status = response.path("status_code").asInt();
    if (status != 200 && body.isObject()) {
      throw new FaultException(ProviderErrors.ofStatus(settings.name(), status, Json.write(body)));
    }
    JsonNode reply = body.isObject() ? body : line;
    Optional<Fault> fault = ProviderErrors.within(settings.name(), reply);
    if (fault.isPresent()) {
      throw new FaultException(fault.get());
    }
    if (!OpenAiReply.isReply(reply)) {
      throw new IllegalArgumentException("not a chat completion");
    }
    return OpenAiReply.of(settings.name(), reply);
  }

  private static ProviderBatchStatus status(JsonNode batch) {
    JsonNode counts = batch.path("request_counts");
    return new ProviderBatchStatus(
        batch.path("id").asText(),
        state(batch.path("status").asText()),
        counts.path("completed").asInt(),
        counts.path("failed").asInt(),
        problem(batch.path("errors").path("data")));
  }

  /** Returns the first errors with their codes and the numbers of their lines, and how many. */
  private static Optional<String> problem(JsonNode errors) {
    List<String> first = new ArrayList<>();
    for (int i = 0; i < Math.min(errors.size(), SHOWN_ERRORS); i++) {
      JsonNode error = errors.get(i);
      String line = error.path("line").isNumber() ? " (line %s)".formatted(error.get("line")) : "";
      String code = error.path("code").asText("");
      first.add(
          (code.isEmpty() ? "" : code + ": ") + error.path("message").asText("no message") + line);
    }
    if (errors.size() > SHOWN_ERRORS) {
      first.add("%d errors in all".formatted(errors.size()));
    }
    return first.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", first));
  }

  private static State state(String status) {
    return switch (status) {
      case "completed" -> State.ENDED;
      case "expired" -> State.EXPIRED;
      case "cancelled" -> State.CANCELLED;
      case "failed" -> State.FAILED;
      default -> State.IN_PROGRESS; // validating, in_progress, finalizing, cancelling
    };
  }
}
