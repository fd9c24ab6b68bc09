package dev.reprise.execution.tool;

import dev.reprise.agent.Phase;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.IdempotencyKey;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.Workspace;
import java.util.List;

/** Builds the contexts in which a run's calls are made. */
final class CallContexts {

  private CallContexts() {}

  static CallContext of(ActiveRun run, NextStep.OfReply step, ToolCall call, Workspace workspace) {
    return new CallContext(
        IdempotencyKey.of(run, step.location(call.id())),
        workspace,
        origin(run, step.phase(), call),
        CallProgress.UNHEARD,
        run.fence(),
        run.state().call(call.id()).map(ToolCallState::answers).orElse(List.of()));
  }

  static CallOrigin origin(ActiveRun run, Phase phase, ToolCall call) {
    return new CallOrigin(
        run.claim().tenant(),
        run.id(),
        run.agent().name(),
        run.role(),
        phase.tools(),
        run.agent().grant(call.tool()),
        run.agent().grants());
  }
}
