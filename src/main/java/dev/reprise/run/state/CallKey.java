package dev.reprise.run.state;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ChildRunEvent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** The unique key of a call within this product, and the id of its child run. */
public final class CallKey {

  private CallKey() {}

  /**
   * Returns the key of a call, which no other call has.
   *
   * @param run the run to which the call belongs; for a call that a fork took over, the run from
   *     which it comes
   */
  public static String of(UUID run, CallLocation call) {
    return run + "/" + call.phase() + "/" + call.iteration() + "/" + call.callId();
  }

  /**
   * Returns the id of the child run that carries out a call. A run and its fork in the middle of a
   * call have the same child run for that call.
   */
  public static UUID child(String key) {
    return UUID.nameUUIDFromBytes(("delegate " + key).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the id of the next child run of a call.
   *
   * @param key of the call
   * @param earlier how many child runs the call has had
   */
  public static UUID child(String key, int earlier) {
    return earlier == 0 ? child(key) : child(key + "#" + earlier);
  }

  /**
   * Checks that a call was delegated to its own child run. Otherwise it would get another run's
   * answer.
   *
   * @param state the state before the event
   * @throws BrokenRecordException if the call was delegated to another run
   */
  public static void requireOwnChild(
      UUID run, long sequence, RunState state, ChildRunEvent.Delegated event) {
    Optional<ToolCallState> call = state.call(event.callId());
    UUID owner = call.flatMap(ToolCallState::origin).orElse(run);
    String key = of(owner, event.location());
    int earlier = call.map(it -> it.answers().size()).orElse(0);
    if (!event.child().equals(child(key, earlier))) {
      throw new BrokenRecordException(
          run, sequence, "hands a call to a run that is not the child of this call");
    }
  }
}
