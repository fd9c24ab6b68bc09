package dev.reprise.model.script;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelRequest;
import dev.reprise.platform.Json;
import java.util.HashMap;
import java.util.Map;

/**
 * Fills the templates of a turn from the transcript, each once. Tested by {@code
 * ScriptedModelTest}.
 */
final class ScriptTemplates {

  private final String phase;
  private final String prompt;
  private final Map<String, String> results = new HashMap<>();

  ScriptTemplates(ModelRequest request) {
    phase = request.phase();
    prompt =
        request.transcript().messages().stream()
            .filter(Message.User.class::isInstance)
            .map(ScriptTemplates::textOf)
            .findFirst()
            .orElse("");
    for (Message message : request.transcript().messages()) {
      if (message instanceof Message.ToolResult result) {
        results.put(result.call().id(), textOf(result));
      }
    }
  }

  /** Returns the first user message. */
  String prompt() {
    return prompt;
  }

  /** Returns the text of a message. */
  static String textOf(Message message) {
    return switch (message) {
      case Message.User user -> user.text();
      case Message.Assistant assistant -> assistant.text();
      case Message.ToolResult result ->
          switch (result.outcome()) {
            case ToolOutcome.Succeeded succeeded -> succeeded.content();
            case ToolOutcome.Failed failed -> failed.failure().toString();
          };
    };
  }

  /** Returns the text with its references replaced. */
  String text(Template template) throws ModelException {
    Map<String, String> values = new HashMap<>();
    for (String reference : template.references()) {
      JsonNode value = value(reference);
      values.put(reference, value.isTextual() ? value.textValue() : Json.write(value));
    }
    return template.fill(reference -> values.getOrDefault(reference, ""));
  }

  /** Returns the arguments with the references in all their strings replaced. */
  JsonValue arguments(JsonNode arguments) throws ModelException {
    return new JsonValue(Json.write(filled(arguments)));
  }

  private JsonNode filled(JsonNode node) throws ModelException {
    if (node.isTextual()) {
      return filled(new Template(node.textValue()));
    }
    if (node.isArray()) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      for (JsonNode element : node) {
        filled.add(filled(element));
      }
      return filled;
    }
    if (node.isObject()) {
      ObjectNode filled = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        filled.set(member.getKey(), filled(member.getValue()));
      }
      return filled;
    }
    return node;
  }

  private JsonNode filled(Template template) throws ModelException {
    var lone = template.loneReference();
    if (lone.isPresent()) {
      JsonNode value = value(lone.get());
      if (value.isNumber() || value.isBoolean()) {
        return value;
      }
    }
    return TextNode.valueOf(text(template));
  }

  private JsonNode value(String reference) throws ModelException {
    var call = CallReference.parse(reference);
    if (call.isEmpty()) {
      return TextNode.valueOf(prompt);
    }
    String result = results.get(call.get().id());
    if (result == null) {
      throw unresolved(reference, "there is no result of that call");
    }
    var pointer = call.get().pointer();
    return pointer.isPresent() ? at(reference, result, pointer.get()) : TextNode.valueOf(result);
  }

  private JsonNode at(String reference, String result, JsonPointer pointer) throws ModelException {
    JsonNode found;
    try {
      found = Json.read(result).at(pointer);
    } catch (IllegalArgumentException e) {
      throw unresolved(reference, "the result is not JSON");
    }
    if (found instanceof MissingNode) {
      throw unresolved(reference, "the result has no value at that place");
    }
    return found;
  }

  private ModelException unresolved(String reference, String why) {
    return ReplyScript.wrong(
        new Failure(
            "script_reference",
            "phase '%s' refers to '%s', but %s".formatted(phase, reference, why)));
  }
}
