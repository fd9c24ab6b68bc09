package dev.reprise.run.fork;

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
 * What of a run's effects can be taken back, newest first.
 *
 * @param after the event behind which calls belong to the plan: those that the model asked for
 *     behind it. What was in hand there, a fork of that event takes over
 * @param calls of tools that can be undone
 */
public record UndoPlan(UUID run, long after, List<Entry> calls) {

  /** How many calls one undo takes back; behind them there can be another one. */
  public static final int MOST = 500;

  public UndoPlan {
    calls = List.copyOf(calls);
  }

  /** Where a call stands in a plan. */
  public enum Standing {
    /** To be taken back. */
    PENDING,
    /** Taken back. */
    UNDONE,
    /** Begun, and nothing is recorded that it led to: it is not taken back. */
    IN_DOUBT
  }

  /** A call of the plan, and whether it was taken back. */
  public record Entry(ToolCallRecord call, Optional<UndoRecord> undone) {

    public Standing standing() {
      if (call.inDoubt()) {
        return Standing.IN_DOUBT;
      }
      return undone.isPresent() ? Standing.UNDONE : Standing.PENDING;
    }

    private boolean isPending() {
      return standing() == Standing.PENDING;
    }
  }

  /** Makes a plan of what a run did, and of what of that was taken back. */
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

  /** Returns the calls that an undo takes back now, in its order. */
  public List<ToolCallRecord> due() {
    return pending().map(Entry::call).limit(MOST).toList();
  }

  /** Returns the call that ended with this event. */
  public Optional<Entry> ended(long event) {
    return calls.stream()
        .filter(entry -> entry.standing() != Standing.IN_DOUBT && entry.call().event() == event)
        .findFirst();
  }

  /** Returns the newest call behind an event that is to be taken back before what is there. */
  public Optional<ToolCallRecord> pendingAfter(long event) {
    return pending().map(Entry::call).filter(call -> call.event() > event).findFirst();
  }

  private Stream<Entry> pending() {
    return calls.stream().filter(Entry::isPending);
  }

  /** Returns what the plan is known by: it is another one as soon as another call is due. */
  public String digest() {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.put("run", run.toString());
    ArrayNode events = plan.putArray("events");
    due().forEach(call -> events.add(call.event()));
    return CanonicalJson.sha256(plan);
  }
}
