package dev.reprise.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.codec.RecordJson;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tells which of a run's events, in their order, a filter finds. Most events about a call do not
 * name its tool; its reply and its start do, and all of them come before the next reply.
 */
final class EventMatcher {

  private final EventFilter filter;
  private final Optional<String> text;
  private final Map<CallLocation, String> tools = new HashMap<>();

  EventMatcher(EventFilter filter) {
    this.filter = filter;
    this.text = filter.text().map(it -> it.toLowerCase(Locale.ROOT));
  }

  /** Takes note of an event, which is not found. */
  void pass(RecordedEvent recorded) {
    if (recorded.event() instanceof ModelEvent.Replied reply) {
      tools.clear();
      for (ToolCall call : reply.message().calls()) {
        tools.put(new CallLocation(reply.phase(), reply.iteration(), call.id()), call.tool());
      }
    }
    if (recorded.event() instanceof ToolCallEvent.Started started) {
      tools.put(started.location(), started.tool());
    }
  }

  /** Returns whether it knows the calls of a reply. */
  boolean knowsCalls() {
    return !tools.isEmpty();
  }

  /** Takes note of the next event, and returns whether the filter finds it. */
  boolean finds(RecordedEvent recorded) {
    pass(recorded);
    return (filter.types().isEmpty() || filter.types().contains(recorded.type()))
        && filter.tool().filter(tool -> !isAbout(recorded.event(), tool)).isEmpty()
        && (!filter.faults() || isFault(recorded))
        && text.filter(it -> !JsonText.contains(tree(recorded), it)).isEmpty();
  }

  private boolean isAbout(RunEvent event, String tool) {
    return switch (event) {
      case ModelEvent.Replied ignored -> tools.containsValue(tool);
      case ToolCallEvent call -> tool.equals(tools.get(call.location()));
      default -> false;
    };
  }

  private static boolean isFault(RecordedEvent recorded) {
    return switch (recorded.event()) {
      case PhaseEvent.LoopSuspected ignored -> true;
      case PhaseEvent.OutputRejected ignored -> true;
      case PhaseEvent.BudgetReached ignored -> true;
      case PhaseEvent.Skipped ignored -> true;
      case ModelEvent.Unanswered ignored -> true;
      default -> tree(recorded).hasNonNull("failure");
    };
  }

  private static JsonNode tree(RecordedEvent recorded) {
    return RecordJson.tree(recorded.payload());
  }
}
