package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.TokenListener;
import dev.reprise.model.provider.GrowingTexts;
import dev.reprise.model.provider.ReplyAssembly;

/** Assembles a streamed reply of Ollama's chat. Its calls come whole, each in a piece. */
final class OllamaStream implements ReplyAssembly {

  private final TokenListener tokens;
  private final ObjectNode message = JsonNodeFactory.instance.objectNode();
  private final GrowingTexts texts = new GrowingTexts();
  private JsonNode last = JsonNodeFactory.instance.objectNode();

  OllamaStream(TokenListener tokens) {
    this.tokens = tokens;
  }

  @Override
  public void take(JsonNode piece) {
    last = piece;
    piece
        .path("message")
        .properties()
        .forEach(
            member -> {
              String name = member.getKey();
              String text = member.getValue().asText("");
              switch (name) {
                case "content", "thinking" -> texts.append(name, text);
                case "tool_calls" ->
                    member.getValue().forEach(message.withArrayProperty(name)::add);
                default -> StreamedMembers.merge(message, name, member.getValue());
              }
              if (name.equals("content") && !text.isEmpty()) {
                tokens.text(text);
              } else if (name.equals("thinking") && !text.isEmpty()) {
                tokens.reasoning(text);
              }
            });
  }

  @Override
  public boolean isWhole() {
    return last.path("done").asBoolean();
  }

  @Override
  public JsonNode reply() {
    ObjectNode reply = last.deepCopy();
    texts.putInto(message);
    reply.set("message", message);
    return reply;
  }

  @Override
  public boolean isReply(JsonNode body) {
    return body.path("message").isObject();
  }
}
