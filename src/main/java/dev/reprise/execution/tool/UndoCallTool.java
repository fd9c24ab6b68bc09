package dev.reprise.execution.tool;

import static dev.reprise.agent.EffectClass.IDEMPOTENT;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.definition.AgentVersions;
import dev.reprise.queue.fork.ToolCallRecord;
import dev.reprise.queue.fork.UndoPlan;
import dev.reprise.queue.fork.UndoRegistry;
import dev.reprise.run.state.CallKey;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Undoes one call of another run. Only the run that an operator started for this purpose can use
 * it: an agent whose document grants it gains nothing. The person who has started that run uses the
 * tool of the call, instead of the agent that made the call.
 *
 * <p>The undo is noted after its effect, so after a crash between the two the call is undone once
 * more; tools that can undo must tolerate this. The order holds whatever fails: no call is undone
 * while a newer one is pending.
 */
@ApplicationScoped
class UndoCallTool {

  static final String NAME = "undo_call";

  private static final String UUID_PATTERN =
      "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

  private final UndoRegistry undoings;
  private final BiFunction<String, String, AgentDefinition> agents;
  private final ToolCaller caller;

  @Inject
  UndoCallTool(UndoRegistry undoings, AgentVersions agents, ToolCaller caller) {
    this(undoings, agents::load, caller);
  }

  /**
   * @param agents loads a tenant's version of an agent
   */
  UndoCallTool(
      UndoRegistry undoings,
      BiFunction<String, String, AgentDefinition> agents,
      ToolCaller caller) {
    this.undoings = undoings;
    this.agents = agents;
    this.caller = caller;
  }

  record Arguments(
      @TextConstraint(pattern = UUID_PATTERN) String run,
      @JsonPropertyDescription(
              "the place in that run's record of the event with which the call ended")
          @Min(1)
          @Max(999_999_999_999L)
          long event) {}

  @ToolMethod(
      name = NAME,
      description =
          "Takes back a call of another run. For the runs alone that an operator has made for it.",
      effect = IDEMPOTENT,
      category = "undo",
      timeout = "PT2M")
  public ToolOutcome undo(Arguments arguments, ToolRequest request)
      throws ToolException, OutcomeUnknownException {
    UUID run = UUID.fromString(arguments.run());
    long event = arguments.event();
    CallOrigin origin = request.origin();
    UndoRegistry.Target target =
        undoings
            .find(origin.tenant(), run)
            .filter(it -> it.undo().equals(Optional.of(origin.run())))
            .orElseThrow(() -> notTheUndo(origin.run(), run));
    if (!target.rests()) {
      throw new ToolException(
          "run_goes_on",
          "run %s is %s; its calls are undone only after it has ended or while it is PAUSED"
              .formatted(run, target.status()));
    }
    AgentDefinition agent = agents.apply(origin.tenant(), target.agentVersion());
    UndoPlan plan =
        undoings.plan(
            origin.tenant(), run, agent, 0, tool -> caller.isUndoable(origin.tenant(), tool));
    UndoPlan.Entry entry = plan.ended(event).orElseThrow(() -> noSuchCall(run, event));
    ToolCallRecord call = entry.call();
    if (entry.undone().isPresent()) {
      return new ToolOutcome.Succeeded("%s was undone before.".formatted(described(call)));
    }
    Optional<ToolCallRecord> newer = plan.pendingAfter(event);
    if (newer.isPresent()) {
      throw new ToolException(
          "newer_not_undone",
          "%s was not undone, because %s, which is newer, is not undone"
              .formatted(described(call), described(newer.get())));
    }
    return undo(request, target, agent, call);
  }

  private ToolOutcome undo(
      ToolRequest request, UndoRegistry.Target target, AgentDefinition agent, ToolCallRecord call)
      throws OutcomeUnknownException {
    CallOrigin origin = request.origin();
    String tool = call.call().tool();
    var context =
        new CallContext(
            CallKey.of(
                target.run(), new CallLocation(call.phase(), call.iteration(), call.call().id())),
            request.workspace(),
            new CallOrigin(
                origin.tenant(),
                origin.run(),
                target.agent(),
                origin.role(),
                List.of(tool),
                agent.grant(tool),
                Map.of()),
            request.progress(),
            request.fence());
    ToolOutcome outcome =
        caller.undo(call.call(), undoings.result(target.run(), call.event()), context).outcome();
    return switch (outcome) {
      case ToolOutcome.Succeeded done -> {
        undoings.note(origin.tenant(), target.run(), call.event(), origin.run());
        yield new ToolOutcome.Succeeded(
            "%s is undone: %s".formatted(described(call), done.content()));
      }
      case ToolOutcome.Failed failed -> failed;
    };
  }

  private static String described(ToolCallRecord call) {
    return "Call %s of %s (event %d)".formatted(call.call().id(), call.call().tool(), call.event());
  }

  private static ToolException notTheUndo(UUID caller, UUID run) {
    return new ToolException(
        "not_an_undo",
        "run %s is not the one that undoes run %s; an operator starts one with POST /api/v1/runs/%s:undo"
            .formatted(caller, run, run));
  }

  private static ToolException noSuchCall(UUID run, long event) {
    return new ToolException(
        "no_such_call",
        "run %s has no call that ended with event %d and can be undone here".formatted(run, event));
  }
}
