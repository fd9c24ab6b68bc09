package dev.reprise.journal;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.ToolCall;
import java.time.Instant;
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
    if (version != 1) {
      return Optional.empty();
    }
    return switch (type) {
      case MODEL_REPLIED -> Optional.of(ModelRepliedWithoutBlocks.class);
      case TOOL_CALL_ASKED -> Optional.of(AskedWithoutTerms.class);
      default -> Optional.empty();
    };
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

  /** Version 1 of {@code tool-call.asked}: an estimate is all that an approval depended on. */
  record AskedWithoutTerms(
      String phase,
      int iteration,
      String callId,
      QuestionKind asking,
      String question,
      Optional<Instant> until,
      Optional<String> digest,
      Optional<CallEstimate> estimate)
      implements EventUpcaster {

    @Override
    public RunEvent today() {
      return new ToolCallEvent.Asked(
          phase,
          iteration,
          callId,
          asking,
          question,
          until,
          digest,
          estimate.map(
              it -> new ApprovalTerms(Optional.of(it), 1, Optional.empty(), Optional.empty())));
    }
  }
}
