package dev.reprise.history;

import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much a part of a run did.
 *
 * @param messages of people that the run took
 * @param toolCalls what its models requested and what was started, by tool
 */
public record StepCount(int modelReplies, int messages, List<ToolUse> toolCalls) {

  public StepCount {
    toolCalls = List.copyOf(toolCalls);
  }

  /**
   * How much a tool was used.
   *
   * @param requested calls that models requested
   * @param attempts how often calls were started, also those that were requested before
   */
  public record ToolUse(String tool, int requested, int attempts) {

    private ToolUse plus(ToolUse more) {
      return new ToolUse(tool, requested + more.requested, attempts + more.attempts);
    }
  }

  /** Counts the events of a part. */
  static final class Builder {

    private final Map<String, ToolUse> tools = new TreeMap<>();
    private int modelReplies;
    private int messages;

    void add(RecordedEvent recorded) {
      switch (recorded.event()) {
        case ModelEvent.Replied reply -> {
          modelReplies++;
          reply.calls().forEach(call -> add(new ToolUse(call.tool(), 1, 0)));
        }
        case ToolCallEvent.Started started -> add(new ToolUse(started.tool(), 0, 1));
        case PhaseEvent.MessagePosted ignored -> messages++;
        default -> {}
      }
    }

    private void add(ToolUse use) {
      tools.merge(use.tool(), use, ToolUse::plus);
    }

    StepCount built() {
      return new StepCount(modelReplies, messages, List.copyOf(tools.values()));
    }
  }
}
