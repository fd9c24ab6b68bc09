package dev.reprise.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a request or a transcript, in order and independent of the protocol: texts, which
 * are joined if nothing is between them, reasoning, calls and results.
 */
public final class Told {

  private final List<String> told = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();

  /**
   * Returns the content of a transcript. In some protocols the text of a message comes before its
   * calls.
   */
  public static List<String> in(List<? extends Message> messages, boolean wordsFirst) {
    var told = new Told();
    for (Message message : messages) {
      switch (message) {
        case Message.User user -> told.say(user.text());
        case Message.Assistant assistant -> told.assistant(assistant, wordsFirst);
        case Message.ToolResult(ToolCall call, ToolOutcome outcome) ->
            told.result(
                call.id(),
                switch (outcome) {
                  case ToolOutcome.Succeeded succeeded -> succeeded.content();
                  case ToolOutcome.Failed failed -> failed.failure().toString();
                });
      }
    }
    return told.end();
  }

  private void assistant(Message.Assistant said, boolean wordsFirst) {
    if (wordsFirst) {
      said.blocks().stream()
          .filter(Block.Reasoning.class::isInstance)
          .forEach(block -> thought(((Block.Reasoning) block).text(), ""));
      say(said.text());
      said.calls().forEach(call -> call(call.id(), call.tool(), call.arguments().text()));
      return;
    }
    for (Block block : said.blocks()) {
      switch (block) {
        case Block.Text(String text) -> say(text);
        case Block.Reasoning thought -> {
          JsonNode proof = Json.read(thought.proof().orElseThrow().text());
          thought(thought.text(), proof.path("signature").asText() + proof.path("data").asText());
        }
        case Block.Call(ToolCall call) -> call(call.id(), call.tool(), call.arguments().text());
        case Block.Other other -> other(Json.read(other.value().text()));
        case Block.Image image -> throw new IllegalArgumentException(image.toString());
      }
    }
  }

  /** Returns the content of a request to OpenAI or Ollama after the system prompt. */
  public static List<String> inMessages(JsonNode request) {
    var told = new Told();
    for (JsonNode message : request.path("messages")) {
      JsonNode content = message.path("content");
      switch (message.path("role").asText()) {
        case "user" -> {
          told.say(content.asText());
          content.forEach(part -> told.say(part.path("text").asText()));
        }
        case "assistant" -> {
          for (String name : List.of("reasoning_content", "thinking")) {
            if (message.has(name)) {
              told.thought(message.path(name).asText(), "");
            }
          }
          told.say(content.asText());
          for (JsonNode call : message.path("tool_calls")) {
            JsonNode arguments = call.path("function").path("arguments");
            told.call(
                call.path("id").asText(),
                call.path("function").path("name").asText(),
                arguments.isTextual() ? arguments.textValue() : Json.write(arguments));
          }
        }
        case "tool" ->
            told.result(
                message.path("tool_call_id").asText(),
                content.asText().replaceFirst("^failed: ", ""));
        default -> {}
      }
    }
    return told.end();
  }

  /** Returns the content of a request to Anthropic after the system prompt. */
  public static List<String> inBlocks(JsonNode request) {
    var told = new Told();
    for (JsonNode message : request.path("messages")) {
      for (JsonNode block : message.path("content")) {
        switch (block.path("type").asText()) {
          case "text" -> told.say(block.path("text").asText());
          case "thinking" ->
              told.thought(block.path("thinking").asText(), block.path("signature").asText());
          case "redacted_thinking" -> told.thought("", block.path("data").asText());
          case "tool_use" ->
              told.call(
                  block.path("id").asText(),
                  block.path("name").asText(),
                  Json.write(block.path("input")));
          case "tool_result" ->
              told.result(
                  block.path("tool_use_id").asText(),
                  block.path("content").path(0).path("text").asText());
          default -> told.other(block);
        }
      }
    }
    return told.end();
  }

  private void say(String text) {
    words.append(text);
  }

  private void thought(String text, String proof) {
    add("thought %s (%s)".formatted(text, proof));
  }

  private void call(String id, String tool, String arguments) {
    add("call %s of %s with %s".formatted(id, tool, Json.read(arguments)));
  }

  private void result(String id, String text) {
    add("result of %s: %s".formatted(id, text));
  }

  private void other(JsonNode block) {
    add("other " + block);
  }

  private void add(String entry) {
    end();
    told.add(entry);
  }

  private List<String> end() {
    if (!words.isEmpty()) {
      told.add("words " + words);
      words.setLength(0);
    }
    return told;
  }
}
