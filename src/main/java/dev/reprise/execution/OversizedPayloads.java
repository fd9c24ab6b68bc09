package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.store.MemoryFullException;
import dev.reprise.run.state.RunState;
import java.util.UUID;

/** Describes which part of a run was too large to be recorded. */
final class OversizedPayloads {

  private OversizedPayloads() {}

  /** Returns the failure that ends the run; it names the run, the part and its size in bytes. */
  static Failure failure(UUID run, PayloadTooLargeException refusal, RunState state) {
    if (refusal instanceof MemoryFullException) {
      return new Failure("memory_full", String.valueOf(refusal.getMessage()));
    }
    return new Failure(
        "payload_too_large",
        "run %s: %s has %,d bytes; a payload may have at most %,d (reprise.record.max-bytes)"
            .formatted(run, what(refusal.event(), state), refusal.bytes(), refusal.limit()));
  }

  private static String what(RunEvent event, RunState state) {
    if (event instanceof ToolCallEvent of) {
      String tool = state.call(of.callId()).map(call -> call.call().tool()).orElse("?");
      return "the result of tool '%s' (call '%s')".formatted(tool, of.callId());
    }
    if (event instanceof ModelEvent.Replied reply) {
      return "the model's reply in phase '%s'".formatted(reply.phase());
    }
    return "the event '%s'".formatted(EventType.of(event).typeName());
  }
}
