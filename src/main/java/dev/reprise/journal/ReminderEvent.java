package dev.reprise.journal;

import dev.reprise.agent.message.CallLocation;
import java.time.Instant;

/**
 * A call waits for people for so long that they are told once more. It changes nothing of what the
 * call waits for.
 */
public record ReminderEvent(String phase, int iteration, String callId, Kind kind, Instant at)
    implements ToolCallEvent {

  public ReminderEvent(CallLocation call, Kind kind, Instant at) {
    this(call.phase(), call.iteration(), call.callId(), kind, at);
  }

  /** How urgent it has become. */
  public enum Kind {
    /** Those who were told are told again. */
    REMINDER,
    /** Everyone who may decide is told, and a call that was passed on to one of them is theirs. */
    ESCALATION
  }

  @Override
  public RunEvent mapContents(ContentMapper mapper) {
    return this;
  }
}
