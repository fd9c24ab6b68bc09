package dev.reprise.execution;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.ToolCallState;
import java.util.UUID;

/**
 * Identifies a call to its tool: the same at every attempt and in every fork, and unique to the
 * call.
 */
public final class IdempotencyKey {

  private IdempotencyKey() {}

  /** Returns the key of one of a run's calls, whichever run of its forks made the call first. */
  public static String of(ActiveRun run, CallLocation call) {
    UUID owner = run.state().call(call.callId()).flatMap(ToolCallState::origin).orElse(run.id());
    return CallKey.of(owner, call);
  }
}
