package dev.reprise.model;

import static dev.reprise.model.StubWire.array;
import static dev.reprise.model.StubWire.halves;
import static dev.reprise.model.StubWire.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's chat completions.
 *
 * @param usage of each reply
 */
public record OpenAiWire(boolean streamed, Usage usage) implements StubWire {

  /** Creates the protocol with replies of the usual length. */
  public OpenAiWire(boolean streamed) {
    this(streamed, USAGE);
  }

  @Override
  public StubAnswer says(List<? extends Block> said) {
    if (!streamed) {
      ObjectNode message = object().put("role", "assistant");
      ArrayNode calls = array();
      for (Block block : said) {
        switch (block) {
          case Block.Text(String text) -> message.put("content", text);
          case Block.Reasoning thought -> message.put("reasoning_content", thought.text());
          case Block.Call(ToolCall call) -> calls.add(call(call).put("type", "function"));
          default -> throw new IllegalArgumentException(block.toString());
        }
      }
      if (!calls.isEmpty()) {
        message.set("tool_calls", calls);
      }
      ObjectNode reply = envelope("chat.completion");
      reply
          .putArray("choices")
          .addObject()
          .put("index", 0)
          .put("finish_reason", calls.isEmpty() ? "stop" : "tool_calls")
          .set("message", message);
      reply.set("usage", countedUsage());
      return StubAnswer.json(200, Json.write(reply));
    }
    List<String> pieces = new ArrayList<>();
    int calls = 0;
    for (Block block : said) {
      switch (block) {
        case Block.Text(String text) -> {
          for (String half : halves(text)) {
            pieces.add(chunk(object().put("content", half), null));
          }
        }
        case Block.Reasoning thought -> {
          for (String half : halves(thought.text())) {
            pieces.add(chunk(object().put("reasoning_content", half), null));
          }
        }
        case Block.Call(ToolCall call) -> {
          ObjectNode begin = call(call).put("type", "function").put("index", calls);
          String arguments = begin.path("function").path("arguments").textValue();
          ((ObjectNode) begin.path("function")).put("arguments", "");
          pieces.add(chunk(object().set("tool_calls", array().add(begin)), null));
          for (String half : halves(arguments)) {
            ObjectNode more = object().put("index", calls);
            more.putObject("function").put("arguments", half);
            pieces.add(chunk(object().set("tool_calls", array().add(more)), null));
          }
          calls++;
        }
        default -> throw new IllegalArgumentException(block.toString());
      }
    }
    pieces.add(chunk(object(), calls == 0 ? "stop" : "tool_calls"));
    ObjectNode last = envelope("chat.completion.chunk");
    last.putArray("choices");
    last.set("usage", countedUsage());
    pieces.add(data(last));
    pieces.add("data: [DONE]\n\n");
    return StubAnswer.stream("text/event-stream", pieces);
  }

  private static ObjectNode call(ToolCall call) {
    ObjectNode told = object().put("id", call.id());
    told.putObject("function")
        .put("name", call.tool())
        .put("arguments", ArgumentParser.text(call.arguments()));
    return told;
  }

  private static ObjectNode envelope(String type) {
    return object()
        .put("id", "chatcmpl-7")
        .put("object", type)
        .put("created", 1)
        .put("model", "stub-1")
        .put("system_fingerprint", "fp_9");
  }

  private static String chunk(ObjectNode delta, @Nullable String finish) {
    ObjectNode chunk = envelope("chat.completion.chunk");
    chunk
        .putArray("choices")
        .addObject()
        .put("index", 0)
        .put("finish_reason", finish)
        .set("delta", delta);
    return data(chunk);
  }

  private ObjectNode countedUsage() {
    ObjectNode counted =
        object()
            .put("prompt_tokens", usage.inputTokens())
            .put("completion_tokens", usage.outputTokens())
            .put("total_tokens", usage.inputTokens() + usage.outputTokens());
    counted.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheReadTokens());
    return counted;
  }

  @Override
  public int lastPieces() {
    return 3;
  }

  @Override
  public StubAnswer fails(String type, String message) {
    String error = Json.write(error(type, message));
    return streamed
        ? StubAnswer.stream(
            "text/event-stream",
            List.of(chunk(object().put("content", "Well"), null), "data: " + error + "\n\n"))
        : StubAnswer.json(200, error);
  }

  @Override
  public StubAnswer error(int status, String type, String message) {
    return StubAnswer.json(status, Json.write(error(type, message)));
  }

  private static ObjectNode error(String type, String message) {
    ObjectNode error = object();
    error.putObject("error").put("message", message).put("type", type).put("code", type);
    return error;
  }

  private static String data(ObjectNode data) {
    return "data: " + Json.write(data) + "\n\n";
  }
}
