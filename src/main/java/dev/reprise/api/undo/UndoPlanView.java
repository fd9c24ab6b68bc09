package dev.reprise.api.undo;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.queue.fork.ToolCallRecord;
import dev.reprise.queue.fork.UndoPlan;
import dev.reprise.queue.fork.UndoRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Which calls of a run can be undone.
 *
 * @param after the event after which the model requested the calls
 * @param plan the digest of the plan, to be sent with {@code :undo}
 * @param calls newest first
 */
public record UndoPlanView(UUID run, long after, String plan, List<Call> calls) {

  public UndoPlanView {
    calls = List.copyOf(calls);
  }

  /**
   * A call that had its effect, or may have had it. What the model requested is flat in JSON.
   *
   * @param event with which it ended, or with which it began if its outcome is unknown
   * @param at when that was
   * @param undoneBy the run that has undone it
   */
  public record Call(
      long event,
      Instant at,
      @JsonUnwrapped CallRequest request,
      UndoPlan.CallStatus status,
      Optional<UUID> undoneBy,
      Optional<Instant> undoneAt) {

    private static Call of(UndoPlan.Entry entry) {
      ToolCallRecord call = entry.call();
      return new Call(
          call.event(),
          call.at(),
          CallRequest.of(call),
          entry.standing(),
          entry.undone().map(UndoRecord::by),
          entry.undone().map(UndoRecord::at));
    }
  }

  /** What the model requested. */
  public record CallRequest(
      String tool, JsonNode arguments, String phase, int iteration, String callId) {

    private static CallRequest of(ToolCallRecord call) {
      return new CallRequest(
          call.call().tool(),
          Json.read(call.call().arguments().text()),
          call.phase(),
          call.iteration(),
          call.call().id());
    }
  }

  static UndoPlanView of(UndoPlan plan) {
    return new UndoPlanView(
        plan.run(), plan.after(), plan.digest(), plan.calls().stream().map(Call::of).toList());
  }
}
