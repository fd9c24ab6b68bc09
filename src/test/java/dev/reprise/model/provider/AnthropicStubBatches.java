package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.AnthropicWire;
import dev.reprise.model.StubAnswer;
import dev.reprise.model.StubProvider;
import dev.reprise.platform.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Anthropic's message batches. */
public final class AnthropicStubBatches extends StubBatches {

  AnthropicStubBatches() {}

  /** Creates a provider whose first batch is created now. */
  public AnthropicStubBatches(Instant now) {
    super(now);
  }

  @Override
  StubAnswer answer(StubProvider.Request request) {
    String path = request.path().replaceFirst("\\?.*", "");
    if (path.equals("/v1/messages")) {
      return single(new AnthropicWire(true));
    }
    if (path.equals("/v1/messages/batches")) {
      return request.method().equals("GET")
          ? list(parameter(request, "after_id"))
          : create(Json.read(request.body()));
    }
    Batch batch = batch(path.replaceAll("/v1/messages/batches/|/results|/cancel", ""));
    if (path.endsWith("/results")) {
      return lines(batch.results);
    }
    if (path.endsWith("/cancel")) {
      batch.status = "canceling";
    }
    return StubAnswer.json(200, Json.write(shown(batch)));
  }

  private StubAnswer create(JsonNode body) {
    List<String> customIds = new ArrayList<>();
    body.path("requests").forEach(it -> customIds.add(it.path("custom_id").asText()));
    return StubAnswer.json(200, Json.write(shown(add(customIds, object()))));
  }

  @Override
  ObjectNode shown(Batch batch) {
    boolean hasEnded = !batch.results.isEmpty();
    ObjectNode shown = object().put("id", batch.id).put("created_at", createdAt(batch).toString());
    shown.put("processing_status", hasEnded ? "ended" : batch.status);
    shown
        .putObject("request_counts")
        .put("processing", hasEnded ? 0 : batch.customIds.size())
        .put("succeeded", hasEnded ? batch.count(Fate.REPLIED) + batch.count(Fate.REFUSED) - 1 : 0)
        .put("errored", batch.count(Fate.INVALID))
        .put("canceled", batch.count(Fate.CANCELLED))
        .put("expired", batch.count(Fate.EXPIRED));
    return shown;
  }

  @Override
  String result(String customId, Fate fate) {
    ObjectNode line = object().put("fate", fate.name()).put("custom_id", customId);
    ObjectNode result = line.putObject("result");
    switch (fate) {
      case UNREADABLE -> {
        return Json.write(line).replace('}', ' ');
      }
      case UNCOUNTED ->
          result
              .put("type", "succeeded")
              .putObject("message")
              .put("stop_reason", "end_turn")
              .putArray("content")
              .addObject()
              .put("type", "text")
              .put("text", "to " + customId);
      case REPLIED ->
          result
              .put("type", "succeeded")
              .set(
                  "message",
                  Json.read(new AnthropicWire(false).says("to " + customId).pieces().getFirst()));
      case REFUSED ->
          result
              .put("type", "succeeded")
              .putObject("message")
              .put("stop_reason", "refusal")
              .putArray("content");
      case INVALID ->
          result
              .put("type", "errored")
              .set(
                  "error",
                  Json.read(
                      "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
                          + "\"message\":\"too odd\"}}"));
      case EXPIRED -> result.put("type", "expired");
      case CANCELLED -> result.put("type", "canceled");
    }
    return Json.write(line);
  }

  @Override
  String batches() {
    return "/messages/batches";
  }

  @Override
  String results() {
    return "/results";
  }
}
