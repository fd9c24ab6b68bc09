package dev.reprise.journal;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.ToolCall;
import java.util.List;
import java.util.Optional;

/**
 * An event in the form that an earlier version wrote. Rows are never rewritten, so each form stays
 * readable; the closed registry is {@link #form}.
 */
public sealed interface EventUpcaster {

  /** Returns the event in today's form. */
  RunEvent today();

  /**
   * Returns the form of a type in a version before today's.
   *
   * @return empty if there is no such version
   */
  static Optional<Class<? extends EventUpcaster>> form(EventType type, int version) {
    return type == EventType.MODEL_REPLIED && version == 1
        ? Optional.of(ModelRepliedWithoutBlocks.class)
        : Optional.empty();
  }

  /** Version 1 of {@code model.replied}: a text, followed by calls. */
  record ModelRepliedWithoutBlocks(
      String phase, int iteration, String text, List<ToolCall> calls, Usage usage)
      implements EventUpcaster {

    @Override
    public RunEvent today() {
      return new ModelEvent.Replied(phase, iteration, text, calls, usage);
    }
  }
}
