package dev.reprise.execution.tool;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.IdempotencyKey;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A call that a child run answers.
 *
 * @param child the child run's id, derived from the call and not read from the record
 */
record DelegatedCall(ToolCallState call, ToolCallProgress.Delegated task, UUID child) {

  /** Returns the delegated calls of a run's open phase. */
  static List<DelegatedCall> of(ActiveRun run) {
    return run.state().openPhase().stream()
        .flatMap(open -> open.work().calls().stream().flatMap(call -> of(run, open, call)))
        .toList();
  }

  private static Stream<DelegatedCall> of(
      ActiveRun run, RunState.OpenPhase open, ToolCallState call) {
    if (!(call.progress() instanceof ToolCallProgress.Delegated task)) {
      return Stream.empty();
    }
    return Stream.of(new DelegatedCall(call, task, child(run, open.location(call), call)));
  }

  /** Returns the id of the next child run of a call. */
  static UUID child(ActiveRun run, CallLocation location, ToolCallState call) {
    return CallKey.child(IdempotencyKey.of(run, location), call.answers().size());
  }

  String id() {
    return call.call().id();
  }

  /**
   * Returns whether a run may answer this call: it is a child of the run that made the call. The
   * parent of a call that a fork shares with its origin may be any run of that family.
   */
  boolean isAnsweredBy(Run child, ActiveRun run) {
    return child
        .parentRun()
        .filter(parent -> parent.equals(run.id()) || call.origin().isPresent())
        .isPresent();
  }
}
