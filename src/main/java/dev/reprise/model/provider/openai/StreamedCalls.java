package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Assembles the calls of a streamed chat completion. By the rule of the field a new id begins a new
 * call, whatever its index; servers leave out indexes and ids, or repeat them in each piece.
 */
final class StreamedCalls {

  private final List<ObjectNode> calls = new ArrayList<>();

  /** Takes the next piece of a call. */
  void take(JsonNode piece) {
    if (!piece.isObject()) {
      return;
    }
    ObjectNode call = continued(piece).orElseGet(this::begin);
    piece
        .properties()
        .forEach(
            member -> {
              switch (member.getKey()) {
                case "function" -> grow(call, member.getValue());
                case "id", "type" ->
                    setUnlessVoid(call, member.getKey(), member.getValue().asText(""));
                default -> StreamedMembers.merge(call, member.getKey(), member.getValue());
              }
            });
  }

  private ObjectNode begin() {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.putObject("function");
    calls.add(call);
    return call;
  }

  /** Returns the call that a piece belongs to; empty if it begins a new one. */
  private Optional<ObjectNode> continued(JsonNode piece) {
    String id = piece.path("id").asText("");
    List<ObjectNode> likely =
        calls.reversed().stream()
            .filter(call -> !piece.has("index") || call.path("index").equals(piece.path("index")))
            .toList();
    return likely.stream()
        .filter(call -> !id.isEmpty() && call.path("id").asText("").equals(id))
        .findFirst()
        .or(
            () ->
                likely.stream()
                    .findFirst()
                    .filter(call -> id.isEmpty() || !call.has("id"))
                    .filter(call -> !beginsAnother(call, piece)));
  }

  /** Without ids, a name after whole arguments is that of another call. */
  private static boolean beginsAnother(ObjectNode call, JsonNode piece) {
    return !piece.path("function").path("name").asText("").isEmpty()
        && call.path("function").has("name")
        && isObject(call.path("function").path("arguments").asText(""));
  }

  private static boolean isObject(String arguments) {
    try {
      return Json.read(arguments).isObject();
    } catch (IllegalArgumentException e) {
      return false; // it is not whole yet
    }
  }

  private static void grow(ObjectNode call, JsonNode piece) {
    ObjectNode function = call.withObjectProperty("function");
    piece
        .properties()
        .forEach(
            member -> {
              JsonNode value = member.getValue();
              switch (member.getKey()) {
                case "name" -> name(function, value.asText(""));
                case "arguments" ->
                    function.put(
                        "arguments",
                        function.path("arguments").asText("")
                            + (value.isContainerNode() ? Json.write(value) : value.asText("")));
                default -> StreamedMembers.merge(function, member.getKey(), value);
              }
            });
  }

  /** A name comes whole, repeated, or in parts before the arguments. */
  private static void name(ObjectNode function, String more) {
    String before = function.path("name").asText("");
    boolean isPart = function.path("arguments").asText("").isEmpty() && !before.equals(more);
    if (!more.isEmpty() && (before.isEmpty() || isPart)) {
      function.put("name", before + more);
    }
  }

  private static void setUnlessVoid(ObjectNode call, String name, String text) {
    if (!text.isEmpty()) {
      call.put(name, text);
    }
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  ArrayNode whole() {
    ArrayNode whole = JsonNodeFactory.instance.arrayNode();
    calls.forEach(whole::add);
    return whole;
  }
}
