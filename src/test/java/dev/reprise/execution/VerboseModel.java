package dev.reprise.execution;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import java.util.List;
import java.util.Optional;

/** Replies with every kind of block, in a mixed order; answers in its third turn. */
final class VerboseModel implements ChatModel {

  static final String PROVIDER = "eloquent";

  @Override
  public String provider() {
    return PROVIDER;
  }

  @Override
  public void check(ModelOptions options) {
    // there are no options to check
  }

  @Override
  public ModelReply reply(ModelRequest request) {
    long turn =
        1
            + request.transcript().messages().stream()
                .filter(Message.Assistant.class::isInstance)
                .count();
    List<Block> blocks =
        turn < 3
            ? List.of(
                new Block.Reasoning("first 😀", json("{\"signature\":\"c2ln\"}")),
                new Block.Call(call(turn + "/a", json("{\"thought\":[1E+400]}"))),
                new Block.Text(""),
                new Block.Reasoning("", json("\"redacted\"")),
                new Block.Text("and then"),
                new Block.Other(PROVIDER, new JsonValue("{\"n\":2.50}")),
                new Block.Call(call(turn + "/b", Optional.empty())))
            : List.of(
                new Block.Text("seen: "),
                new Block.Image("https://pictures.example/1.png", "image/png"),
                new Block.Text("all"));
    return new ModelReply(blocks, new Usage(1, 2), json("{\"id\":\"msg_" + turn + "\"}"));
  }

  private static ToolCall call(String id, Optional<JsonValue> metadata) {
    return new ToolCall(id, "look", new JsonValue("{\"mood\":\"FINE\"}"), metadata);
  }

  private static Optional<JsonValue> json(String text) {
    return Optional.of(new JsonValue(text));
  }
}
