package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.GrowingTexts;
import dev.reprise.model.provider.ReplyAssembly;
import java.util.Optional;
import java.util.Set;

/**
 * Assembles a streamed chat completion. Pieces of other choices than the first are left out. Tested
 * by {@code OpenAiProviderTest}.
 */
final class OpenAiStream implements ReplyAssembly {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What has its own rule here. */
  private static final Set<String> TEXTS =
      Set.of(
          "content", "refusal", OpenAiReply.REASONING.getFirst(), OpenAiReply.REASONING.getLast());

  private final TokenListener tokens;
  private final ObjectNode reply = JSON.objectNode();
  private final ObjectNode choice = JSON.objectNode();
  private final ObjectNode message = JSON.objectNode();
  private final GrowingTexts texts = new GrowingTexts();
  private final StreamedCalls calls = new StreamedCalls();
  private boolean hasChoice;

  OpenAiStream(TokenListener tokens) {
    this.tokens = tokens;
  }

  @Override
  public void take(JsonNode piece) {
    for (String member : new String[] {"id", "model", "system_fingerprint"}) {
      String text = piece.path(member).asText("");
      if (!text.isEmpty()) {
        reply.put(member, text);
      }
    }
    if (piece.path("usage").isObject()) {
      reply.set("usage", piece.path("usage"));
    }
    for (JsonNode part : piece.path("choices")) {
      if (part.isObject() && part.path("index").asInt() == 0) {
        hasChoice = true;
        add(part);
      }
    }
  }

  private void add(JsonNode part) {
    String reason = part.path("finish_reason").asText("");
    if (!reason.isEmpty()) {
      choice.put("finish_reason", reason);
    }
    JsonNode delta = part.path(part.path("message").isObject() ? "message" : "delta");
    delta
        .properties()
        .forEach(
            member -> {
              String name = member.getKey();
              if (name.equals("tool_calls")) {
                member.getValue().forEach(calls::take);
              } else if (TEXTS.contains(name)) {
                grow(name, OpenAiReply.text(member.getValue()));
              } else {
                StreamedMembers.merge(message, name, member.getValue());
              }
            });
  }

  private void grow(String name, String more) {
    texts.append(name, more);
    if (more.isEmpty()) {
      return;
    }
    if (name.equals("content")) {
      tokens.text(more);
    } else if (OpenAiReply.REASONING.stream()
        .filter(texts::has)
        .findFirst()
        .equals(Optional.of(name))) {
      tokens.reasoning(more);
    }
  }

  @Override
  public boolean isWhole() {
    return choice.has("finish_reason");
  }

  @Override
  public JsonNode reply() {
    if (!hasChoice) {
      return reply;
    }
    if (!calls.isEmpty()) {
      message.set("tool_calls", calls.whole());
    }
    texts.putInto(message);
    choice.put("index", 0).set("message", message);
    reply.putArray("choices").add(choice);
    return reply;
  }

  @Override
  public boolean isReply(JsonNode body) {
    return OpenAiReply.isReply(body);
  }
}
