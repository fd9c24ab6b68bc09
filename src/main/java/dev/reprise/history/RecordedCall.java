package dev.reprise.history;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tool call with the events about it, as a part of a run's journal has them.
 *
 * @param call as the model requested it; empty if the part begins after that, or if another run
 *     requested it
 * @param events in order
 */
public record RecordedCall(
    CallLocation location, Optional<ToolCall> call, List<RecordedEvent> events) {

  public RecordedCall {
    events = List.copyOf(events);
  }

  /** Returns the calls of a part of a run's journal, in the order of their first events. */
  public static List<RecordedCall> in(Stream<RecordedEvent> part) {
    var calls = new Calls();
    part.forEachOrdered(calls::add);
    return calls.found.stream().map(Building::built).toList();
  }

  /**
   * Returns the name of the tool, or {@link ToolCallEvent#MODEL_CALL} for a call of the model;
   * empty if this part of the journal does not have it.
   */
  public Optional<String> tool() {
    return call.map(ToolCall::tool)
        .or(() -> all(ToolCallEvent.Started.class).map(ToolCallEvent.Started::tool).findFirst())
        .or(() -> Optional.of(location.callId()).filter(ToolCallEvent.MODEL_CALL::equals));
  }

  /** Returns the events of a type about the call, in order. */
  public <T extends ToolCallEvent> Stream<T> all(Class<T> type) {
    return events.stream().map(RecordedEvent::event).filter(type::isInstance).map(type::cast);
  }

  private record Building(
      CallLocation location, Optional<ToolCall> call, List<RecordedEvent> events) {

    private RecordedCall built() {
      return new RecordedCall(location, call, events);
    }
  }

  /** A phase that is begun again counts its iterations again, so a reply replaces earlier calls. */
  private static final class Calls {

    private final List<Building> found = new ArrayList<>();
    private final Map<CallLocation, Building> newest = new HashMap<>();

    private void add(RecordedEvent recorded) {
      if (recorded.event() instanceof ModelEvent.Replied reply) {
        for (ToolCall call : reply.calls()) {
          begin(new CallLocation(reply.phase(), reply.iteration(), call.id()), Optional.of(call));
        }
      } else if (recorded.event() instanceof ToolCallEvent event) {
        CallLocation location = event.location();
        Building known = newest.get(location);
        (known == null ? begin(location, Optional.empty()) : known).events().add(recorded);
      }
    }

    private Building begin(CallLocation location, Optional<ToolCall> call) {
      var building = new Building(location, call, new ArrayList<>());
      found.add(building);
      newest.put(location, building);
      return building;
    }
  }
}
