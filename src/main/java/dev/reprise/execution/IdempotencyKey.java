package dev.reprise.execution;

import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.ToolCallState;
import java.util.UUID;

/**
 * What a tool knows a call by: the same at every attempt and in every fork, and no other call's.
 */
public final class IdempotencyKey {

  private IdempotencyKey() {}

  /** Returns the key of a call that a run has in hand, whichever run it is from. */
  public static String of(ActiveRun run, String phase, int iteration, String callId) {
    UUID owner = run.state().call(callId).flatMap(ToolCallState::origin).orElse(run.id());
    return CallKey.of(owner, phase, iteration, callId);
  }
}
