package dev.reprise.execution.tool;

import dev.reprise.agent.Phase;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.tool.ToolDeclaration;
import java.util.List;

/**
 * A call that a run is about to make.
 *
 * @param iteration of the reply that requested it
 * @param beside what is recorded of the calls before it in the same step
 */
record PlannedCall(
    ActiveRun run,
    Phase phase,
    int iteration,
    ToolCall call,
    ToolDeclaration tool,
    List<RunEvent> beside) {

  PlannedCall {
    beside = List.copyOf(beside);
  }

  CallLocation location() {
    return new CallLocation(phase.name(), iteration, call.id());
  }
}
