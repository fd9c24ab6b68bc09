package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.platform.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** OpenAI's files and batches. */
public final class OpenAiStubBatches extends StubBatches {

  OpenAiStubBatches() {}

  /** Creates a provider whose first batch is created now. */
  public OpenAiStubBatches(Instant now) {
    super(now);
  }

  private final List<String> files = new ArrayList<>();

  @Override
  StubAnswer answer(StubProvider.Request request) {
    String path = request.path().replaceFirst("\\?.*", "");
    if (path.equals("/v1/chat/completions")) {
      return single(new OpenAiWire(true));
    }
    if (path.equals("/v1/files")) {
      files.add(request.body());
      return StubAnswer.json(200, "{\"id\":\"file-%d\"}".formatted(files.size()));
    }
    if (path.matches("/v1/files/(out|err)-.*/content")) {
      boolean isOut = path.contains("out-");
      return lines(
          batch(path.replaceAll("/v1/files/...-|/content", "")).results.stream()
              .filter(line -> line.contains("\"status_code\":200") == isOut)
              .toList());
    }
    if (path.equals("/v1/batches")) {
      return request.method().equals("GET")
          ? list(parameter(request, "after"))
          : create(Json.read(request.body()));
    }
    Batch batch = batch(path.replaceAll("/v1/batches/|/cancel", ""));
    if (path.endsWith("/cancel")) {
      batch.status = "cancelling";
    }
    return StubAnswer.json(200, Json.write(shown(batch)));
  }

  private StubAnswer create(JsonNode body) {
    int file = Integer.parseInt(body.path("input_file_id").asText().substring(5));
    List<String> customIds =
        files
            .get(file - 1)
            .lines()
            .filter(line -> line.startsWith("{"))
            .map(line -> Json.read(line).path("custom_id").asText())
            .toList();
    return StubAnswer.json(200, Json.write(shown(add(customIds, body.path("metadata")))));
  }

  @Override
  ObjectNode shown(Batch batch) {
    ObjectNode shown = object().put("id", batch.id).put("status", batch.status);
    shown.put("created_at", createdAt(batch).getEpochSecond());
    shown.set("metadata", batch.metadata);
    if (!batch.results.isEmpty()) {
      shown.put("output_file_id", "out-" + batch.id).put("error_file_id", "err-" + batch.id);
    }
    if (batch.status.equals("failed")) {
      shown
          .putObject("errors")
          .putArray("data")
          .addObject()
          .put("code", "model_not_found")
          .put("message", "no such model")
          .put("line", 3);
    }
    shown
        .putObject("request_counts")
        .put("total", batch.customIds.size())
        .put("completed", Math.max(0, batch.count(Fate.REPLIED) + batch.count(Fate.REFUSED) - 1))
        .put("failed", batch.count(Fate.INVALID));
    return shown;
  }

  @Override
  String result(String customId, Fate fate) {
    ObjectNode line = object().put("id", fate.name()).put("custom_id", customId);
    String reply = new OpenAiWire(false).says("to " + customId).pieces().getFirst();
    switch (fate) {
      case REPLIED -> response(line, 200, reply);
      case UNCOUNTED ->
          response(line, 200, reply.replaceAll("\"(prompt|completion|total)_t", "\"$1_u"));
      case UNREADABLE -> {
        response(line, 200, reply);
        return Json.write(line).substring(0, Json.write(line).length() - 9);
      }
      case INVALID ->
          response(
              line,
              400,
              "{\"error\":{\"message\":\"too odd\",\"type\":\"invalid_request_error\"}}");
      case REFUSED ->
          response(line, 200, "{\"choices\":[{\"index\":0,\"message\":{\"refusal\":\"no\"}}]}");
      case EXPIRED -> line.putObject("error").put("code", "batch_expired");
      case CANCELLED -> line.putObject("error").put("code", "batch_cancelled");
    }
    return Json.write(line);
  }

  private static void response(ObjectNode line, int status, String body) {
    line.putNull("error");
    line.putObject("response").put("status_code", status).set("body", Json.read(body));
  }

  @Override
  String batches() {
    return "/batches";
  }

  @Override
  String results() {
    return "/files/out-";
  }
}
