package dev.reprise.journal;

import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import java.util.List;
import java.util.Optional;

/** Replies of a model without a price. */
public final class Replies {

  /** The model that gives them. */
  public static final ModelId MODEL = new ModelId("scripted", "default");

  private Replies() {}

  /** Returns a reply of a text, unless it is empty, followed by calls. */
  public static ModelEvent.Replied of(
      String phase, int iteration, String text, List<ToolCall> calls, Usage usage) {
    return of(phase, iteration, Block.of(text, calls), usage, Optional.empty());
  }

  /** Returns a reply of these blocks. */
  public static ModelEvent.Replied of(
      String phase, int iteration, List<Block> blocks, Usage usage, Optional<JsonValue> metadata) {
    return new ModelEvent.Replied(
        phase, iteration, blocks, usage, metadata, MODEL, Optional.empty(), Optional.empty());
  }
}
