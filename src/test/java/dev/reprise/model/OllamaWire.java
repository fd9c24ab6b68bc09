package dev.reprise.model;

import static dev.reprise.model.StubWire.array;
import static dev.reprise.model.StubWire.halves;
import static dev.reprise.model.StubWire.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;

/** Ollama's chat. */
public record OllamaWire(boolean streamed) implements StubWire {

  @Override
  public StubAnswer says(List<? extends Block> said) {
    List<String> pieces = new ArrayList<>();
    ObjectNode whole = object().put("role", "assistant").put("content", "");
    ArrayNode calls = array();
    for (Block block : said) {
      switch (block) {
        case Block.Text(String text) -> {
          whole.put("content", text);
          halves(text).forEach(half -> pieces.add(line(object().put("content", half))));
        }
        case Block.Reasoning thought -> {
          whole.put("thinking", thought.text());
          halves(thought.text())
              .forEach(half -> pieces.add(line(object().put("content", "").put("thinking", half))));
        }
        case Block.Call(ToolCall call) -> {
          ObjectNode told = object().put("id", call.id());
          told.putObject("function")
              .put("index", calls.size())
              .put("name", call.tool())
              .set("arguments", Json.read(call.arguments().text()));
          calls.add(told);
          pieces.add(line(object().put("content", "").set("tool_calls", array().add(told))));
        }
        default -> throw new IllegalArgumentException(block.toString());
      }
    }
    if (!calls.isEmpty()) {
      whole.set("tool_calls", calls);
    }
    ObjectNode end = envelope(true).put("done_reason", "stop");
    end.set("message", streamed ? object().put("role", "assistant").put("content", "") : whole);
    end.put("prompt_eval_count", StubWire.USAGE.inputTokens())
        .put("eval_count", StubWire.USAGE.outputTokens());
    if (!streamed) {
      return StubAnswer.json(200, Json.write(end));
    }
    pieces.add(Json.write(end) + "\n");
    return StubAnswer.stream("application/x-ndjson", pieces);
  }

  private static String line(ObjectNode message) {
    ObjectNode line = envelope(false);
    line.set("message", message.put("role", "assistant"));
    return Json.write(line) + "\n";
  }

  private static ObjectNode envelope(boolean done) {
    return object()
        .put("model", "stub-1")
        .put("created_at", "2026-01-01T00:00:00Z")
        .put("done", done);
  }

  @Override
  public int lastPieces() {
    return 1;
  }

  @Override
  public StubAnswer fails(String type, String message) {
    String error = Json.write(object().put("error", message));
    return streamed
        ? StubAnswer.stream(
            "application/x-ndjson", List.of(line(object().put("content", "Well")), error + "\n"))
        : StubAnswer.json(200, error);
  }

  @Override
  public StubAnswer error(int status, String type, String message) {
    return StubAnswer.json(status, Json.write(object().put("error", message)));
  }
}
