package dev.reprise.api.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.run.fork.UndoPlan;
import dev.reprise.run.fork.UndoRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What of a run can be taken back.
 *
 * @param after the event behind which the model asked for the calls
 * @param plan what the plan is known by; to be sent with {@code :undo}
 * @param calls newest first
 */
public record UndoPlanView(UUID run, long after, String plan, List<Call> calls) {

  public UndoPlanView {
    calls = List.copyOf(calls);
  }

  /**
   * A call that had its effect, or may have had it.
   *
   * @param event with which it ended, or with which it was begun if it is in doubt
   * @param at when that was
   * @param undoneBy the run that has taken it back
   */
  public record Call(
      long event,
      Instant at,
      String tool,
      JsonNode arguments,
      String phase,
      int iteration,
      String callId,
      UndoPlan.Standing status,
      Optional<UUID> undoneBy,
      Optional<Instant> undoneAt) {

    private static Call of(UndoPlan.Entry entry) {
      var call = entry.call();
      return new Call(
          call.event(),
          call.at(),
          call.call().tool(),
          Json.read(call.call().arguments().text()),
          call.phase(),
          call.iteration(),
          call.call().id(),
          entry.standing(),
          entry.undone().map(UndoRecord::by),
          entry.undone().map(UndoRecord::at));
    }
  }

  static UndoPlanView of(UndoPlan plan) {
    return new UndoPlanView(
        plan.run(), plan.after(), plan.digest(), plan.calls().stream().map(Call::of).toList());
  }
}
