package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.provider.CallIdAssigner;
import dev.reprise.model.provider.GrowingTexts;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Assembles the calls of a streamed chat completion. By the rule of the field a new id begins a new
 * call, whatever its index; servers leave out indexes and ids, or repeat them in each piece. Tested
 * by {@code OpenAiProviderTest}.
 */
final class StreamedCalls {

  private static final String NAME = "name";
  private static final String ARGUMENTS = "arguments";

  private final List<Call> calls = new ArrayList<>();

  /** A call of which pieces have come. */
  private record Call(ObjectNode members, ObjectNode function, GrowingTexts texts) {

    private Call() {
      this(
          JsonNodeFactory.instance.objectNode(),
          JsonNodeFactory.instance.objectNode(),
          new GrowingTexts());
    }

    private String id() {
      return members.path("id").asText("");
    }

    private void take(JsonNode piece) {
      piece
          .properties()
          .forEach(
              member -> {
                JsonNode value = member.getValue();
                switch (member.getKey()) {
                  case "function" ->
                      value.properties().forEach(it -> grow(it.getKey(), it.getValue()));
                  case "id", "type" -> {
                    if (!value.asText("").isEmpty()) {
                      members.put(member.getKey(), value.asText());
                    }
                  }
                  default -> StreamedMembers.merge(members, member.getKey(), value);
                }
              });
    }

    private void grow(String member, JsonNode value) {
      switch (member) {
        case NAME -> name(value.asText(""));
        case ARGUMENTS ->
            texts.append(ARGUMENTS, value.isContainerNode() ? Json.write(value) : value.asText(""));
        default -> StreamedMembers.merge(function, member, value);
      }
    }

    /** A name comes whole, repeated, or in parts before the arguments. */
    private void name(String more) {
      boolean isWhole = texts.has(ARGUMENTS) || texts.text(NAME).equals(more);
      if (!texts.has(NAME) || !isWhole) {
        texts.append(NAME, more);
      }
    }

    /** Returns whether a piece without an id, but with a name, is of another call. */
    private boolean isFollowedBy(JsonNode piece) {
      return !piece.path("function").path(NAME).asText("").isEmpty()
          && texts.has(NAME)
          && hasWholeArguments();
    }

    private boolean hasWholeArguments() {
      try {
        return Json.read(texts.text(ARGUMENTS)).isObject();
      } catch (IllegalArgumentException e) {
        return false; // more of them will come
      }
    }

    private ObjectNode whole() {
      texts.putInto(function);
      members.set("function", function);
      return members;
    }
  }

  /** Takes the next piece of a call. */
  void take(JsonNode piece) {
    if (piece.isObject()) {
      continued(piece).orElseGet(this::begin).take(piece);
    }
  }

  /** Of a reply with too many calls none is made, so what follows them is not kept. */
  private Call begin() {
    var call = new Call();
    if (calls.size() <= CallIdAssigner.MAX_CALLS) {
      calls.add(call);
    }
    return call;
  }

  /** Returns the call that a piece belongs to; empty if it begins a new one. */
  private Optional<Call> continued(JsonNode piece) {
    String id = piece.path("id").asText("");
    List<Call> likely =
        calls.reversed().stream()
            .filter(
                call ->
                    !piece.has("index") || call.members().path("index").equals(piece.path("index")))
            .toList();
    return likely.stream()
        .filter(call -> !id.isEmpty() && call.id().equals(id))
        .findFirst()
        .or(
            () ->
                likely.stream()
                    .findFirst()
                    .filter(call -> id.isEmpty() || call.id().isEmpty())
                    .filter(call -> !call.isFollowedBy(piece)));
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  ArrayNode whole() {
    ArrayNode whole = JsonNodeFactory.instance.arrayNode();
    calls.forEach(call -> whole.add(call.whole()));
    return whole;
  }
}
