package dev.reprise.run.state;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ToolCallEvent;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** What a call is known by within this product, and the id of the run that a call delegates to. */
public final class CallKey {

  private CallKey() {}

  /**
   * Returns the key of a call: no other call has it.
   *
   * @param run whose call it is, which of one that a fork took over is the run it comes from
   */
  public static String of(UUID run, String phase, int iteration, String callId) {
    return run + "/" + phase + "/" + iteration + "/" + callId;
  }

  /**
   * Returns the id of the run that does what a call asks. A run and one that was forked from it in
   * the middle of a call have one child for it.
   */
  public static UUID child(String key) {
    return UUID.nameUUIDFromBytes(("delegate " + key).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Checks that a call was handed to its own child and to no other run, whose answer it would get.
   *
   * @param state before the event
   * @throws BrokenRecordException if it was handed to another
   */
  public static void requireOwnChild(
      UUID run, long sequence, RunState state, ToolCallEvent.Delegated event) {
    UUID owner = state.call(event.callId()).flatMap(ToolCallState::origin).orElse(run);
    if (!event.child().equals(child(of(owner, event.phase(), event.iteration(), event.callId())))) {
      throw new BrokenRecordException(
          run, sequence, "hands a call to a run that is not the child of this call");
    }
  }
}
