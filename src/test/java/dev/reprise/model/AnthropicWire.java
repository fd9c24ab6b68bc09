package dev.reprise.model;

import static dev.reprise.model.StubWire.halves;
import static dev.reprise.model.StubWire.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;

/** Anthropic's messages. */
public record AnthropicWire(boolean streamed) implements StubWire {

  @Override
  public StubAnswer says(List<? extends Block> said) {
    boolean calls = said.stream().anyMatch(Block.Call.class::isInstance);
    String stop = calls ? "tool_use" : "end_turn";
    if (!streamed) {
      ObjectNode message = envelope().put("stop_reason", stop);
      ArrayNode content = message.putArray("content");
      for (Block block : said) {
        content.add(block(block));
      }
      message.set("usage", usage().put("output_tokens", StubWire.USAGE.outputTokens()));
      return StubAnswer.json(200, Json.write(message));
    }
    List<String> pieces = new ArrayList<>();
    ObjectNode start = envelope();
    start.putArray("content");
    start.set("usage", usage().put("output_tokens", 1));
    pieces.add(event("message_start", object().set("message", start)));
    pieces.add(event("ping", object()));
    for (int i = 0; i < said.size(); i++) {
      pieces.addAll(block(i, said.get(i)));
    }
    ObjectNode end = object();
    end.putObject("delta").put("stop_reason", stop).putNull("stop_sequence");
    end.putObject("usage").put("output_tokens", StubWire.USAGE.outputTokens());
    pieces.add(event("message_delta", end));
    pieces.add(event("message_stop", object()));
    return StubAnswer.stream("text/event-stream", pieces);
  }

  private static List<String> block(int index, Block block) {
    List<String> pieces = new ArrayList<>();
    ObjectNode whole = block(block);
    ObjectNode begin = whole.deepCopy();
    List<ObjectNode> deltas = new ArrayList<>();
    switch (whole.path("type").asText()) {
      case "text" -> {
        begin.put("text", "");
        for (String half : halves(whole.path("text").asText())) {
          deltas.add(object().put("type", "text_delta").put("text", half));
        }
      }
      case "thinking" -> {
        begin.put("thinking", "").put("signature", "");
        for (String half : halves(whole.path("thinking").asText())) {
          deltas.add(object().put("type", "thinking_delta").put("thinking", half));
        }
        deltas.add(
            object()
                .put("type", "signature_delta")
                .put("signature", whole.path("signature").asText()));
      }
      case "tool_use" -> {
        begin.putObject("input");
        String input =
            block instanceof Block.Call(ToolCall call) ? ArgumentParser.text(call.arguments()) : "";
        for (String half : halves(input)) {
          deltas.add(object().put("type", "input_json_delta").put("partial_json", half));
        }
      }
      default -> {} // is sent in one piece
    }
    ObjectNode start = object().put("index", index);
    start.set("content_block", begin);
    pieces.add(event("content_block_start", start));
    for (ObjectNode delta : deltas) {
      ObjectNode more = object().put("index", index);
      more.set("delta", delta);
      pieces.add(event("content_block_delta", more));
    }
    pieces.add(event("content_block_stop", object().put("index", index)));
    return pieces;
  }

  private static ObjectNode block(Block block) {
    return switch (block) {
      case Block.Text(String text) -> object().put("type", "text").put("text", text);
      case Block.Reasoning thought -> {
        var proof = Json.read(thought.proof().orElseThrow().text());
        yield proof.has("data")
            ? object().put("type", "redacted_thinking").set("data", proof.path("data"))
            : object()
                .put("type", "thinking")
                .put("thinking", thought.text())
                .set("signature", proof.path("signature"));
      }
      case Block.Call(ToolCall call) ->
          object()
              .put("type", "tool_use")
              .put("id", call.id())
              .put("name", call.tool())
              .set("input", Json.read(call.arguments().text()));
      case Block.Other other -> (ObjectNode) Json.read(other.value().text());
      case Block.Image image -> throw new IllegalArgumentException(image.toString());
    };
  }

  private static ObjectNode envelope() {
    return object()
        .put("id", "msg_7")
        .put("type", "message")
        .put("role", "assistant")
        .put("model", "stub-1");
  }

  private static ObjectNode usage() {
    return object()
        .put("input_tokens", StubWire.USAGE.inputTokens() - StubWire.USAGE.cacheReadTokens())
        .put("cache_read_input_tokens", StubWire.USAGE.cacheReadTokens())
        .put("cache_creation_input_tokens", 0);
  }

  private static String event(String type, ObjectNode data) {
    return "event: %s\ndata: %s\n\n".formatted(type, Json.write(data.put("type", type)));
  }

  @Override
  public int lastPieces() {
    return 2;
  }

  @Override
  public StubAnswer fails(String type, String message) {
    return streamed
        ? StubAnswer.stream(
            "text/event-stream",
            List.of(
                event("message_start", object().set("message", envelope())),
                event("error", error(type, message))))
        : StubAnswer.json(200, Json.write(error(type, message).put("type", "error")));
  }

  @Override
  public StubAnswer error(int status, String type, String message) {
    return StubAnswer.json(status, Json.write(error(type, message).put("type", "error")));
  }

  private static ObjectNode error(String type, String message) {
    ObjectNode error = object();
    error.putObject("error").put("type", type).put("message", message);
    return error;
  }
}
