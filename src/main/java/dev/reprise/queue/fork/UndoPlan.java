package dev.reprise.queue.fork;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.CanonicalJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The calls of a run whose effects an undo can take back, the newest first.
 *
 * @param after the event after which the model must have requested a call for it to belong to the
 *     plan; a fork of that event takes over the calls that were active then
 * @param calls the calls of tools that can be undone
 */
public record UndoPlan(UUID run, long after, List<Entry> calls) {

  /** The maximum number of calls that one undo takes back; another undo can follow. */
  public static final int MAX_CALLS = 500;

  public UndoPlan {
    calls = List.copyOf(calls);
  }

  /** The state of a call in a plan. */
  public enum CallStatus {
    /** An undo has to take the call back. */
    PENDING,
    /** An undo has taken the call back. */
    UNDONE,
    /** The call was started and its outcome is not recorded, so no undo takes it back. */
    IN_DOUBT
  }

  /** A call of the plan, and the record of its undo if an undo has taken it back. */
  public record Entry(ToolCallRecord call, Optional<UndoRecord> undone) {

    public CallStatus standing() {
      if (call.inDoubt()) {
        return CallStatus.IN_DOUBT;
      }
      return undone.isPresent() ? CallStatus.UNDONE : CallStatus.PENDING;
    }

    private boolean isPending() {
      return standing() == CallStatus.PENDING;
    }
  }

  /** Creates a plan from the calls of a run and the records of the calls that were undone. */
  static UndoPlan of(
      UUID run, long after, List<ToolCallRecord> calls, Map<Long, UndoRecord> undone) {
    return new UndoPlan(
        run,
        after,
        calls.stream()
            .filter(call -> call.asked() > after)
            .map(call -> new Entry(call, Optional.ofNullable(undone.get(call.event()))))
            .toList());
  }

  /** Returns the calls that an undo takes back now, in the order in which it does so. */
  public List<ToolCallRecord> due() {
    return pending().map(Entry::call).limit(MAX_CALLS).toList();
  }

  /** Returns the call that ended with this event. */
  public Optional<Entry> ended(long event) {
    return calls.stream()
        .filter(entry -> entry.standing() != CallStatus.IN_DOUBT && entry.call().event() == event)
        .findFirst();
  }

  /** Returns the newest pending call after an event, which an undo must take back first. */
  public Optional<ToolCallRecord> pendingAfter(long event) {
    return pending().map(Entry::call).filter(call -> call.event() > event).findFirst();
  }

  private Stream<Entry> pending() {
    return calls.stream().filter(Entry::isPending);
  }

  /** Returns a digest that identifies the plan; it changes when the due calls change. */
  public String digest() {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.put("run", run.toString());
    ArrayNode events = plan.putArray("events");
    due().forEach(call -> events.add(call.event()));
    return CanonicalJson.sha256(plan);
  }
}
