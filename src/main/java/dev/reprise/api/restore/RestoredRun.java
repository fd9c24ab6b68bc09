package dev.reprise.api.restore;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.PinnedTool;
import dev.reprise.api.control.ToolCallStatus;
import dev.reprise.history.EventPlace;
import dev.reprise.history.PastState;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A run that had not ended at the moment to which the database was restored. Tested by {@code
 * RestoreReportIT}.
 *
 * @param status the run's present one
 * @param phase in which it was; absent if it was between phases
 * @param lastEvent the last one that the record has of the time before the moment
 * @param calls calls with effects that its newest reply of that time requested and that have no
 *     result there
 * @param tools what it may have called since in replies that the record does not have, by name
 */
public record RestoredRun(
    UUID run,
    String agent,
    RunStatus status,
    Optional<String> phase,
    EventPlace lastEvent,
    List<UnsettledCall> calls,
    List<ToolWithEffect> tools) {

  public RestoredRun {
    calls = List.copyOf(calls);
    tools = List.copyOf(tools);
  }

  /**
   * A call with an effect whose result the record does not have.
   *
   * @param status {@code PENDING} if the record does not have that it was begun
   * @param ifRepeated what happens when the run comes to it again
   */
  public record UnsettledCall(
      String id,
      String tool,
      int iteration,
      EffectClass effect,
      ToolCallStatus status,
      IfRepeated ifRepeated) {}

  /**
   * A tool with effects that the phases which had not ended may call. A call whose reply the record
   * does not have is made under another key, so that it has a second effect whatever the class.
   *
   * @param effect as the run pinned it; {@code READ_ONLY} for {@code delegate} alone, whose child
   *     runs are lost with the record if they began later
   */
  public record ToolWithEffect(String name, EffectClass effect) {}

  static RestoredRun of(Run run, PastState past) {
    RunState state = past.state();
    Optional<RunState.OpenPhase> open = state.openPhase();
    return new RestoredRun(
        run.id(),
        run.agent(),
        run.status(),
        open.map(RunState.OpenPhase::name),
        past.place(),
        open.stream()
            .flatMap(
                phase ->
                    phase.work().calls().stream()
                        .flatMap(call -> unsettled(state, phase, call).stream()))
            .toList(),
        tools(state));
  }

  private static Optional<UnsettledCall> unsettled(
      RunState state, RunState.OpenPhase phase, ToolCallState call) {
    EffectClass effect =
        call.progress().effectInDoubt().orElseGet(() -> pinned(state, call.call().tool()));
    return IfRepeated.of(call.progress(), effect)
        .map(
            then ->
                new UnsettledCall(
                    call.call().id(),
                    call.call().tool(),
                    phase.work().iteration(),
                    effect,
                    ToolCallStatus.of(RunStatus.QUEUED, call.progress()), // no server is at work
                    then));
  }

  /** A tool that the run has not pinned may be of any class; this is the one that asks for most. */
  private static EffectClass pinned(RunState state, String tool) {
    return state.assignment().tools().stream()
        .filter(it -> it.name().equals(tool))
        .map(PinnedTool::effect)
        .findFirst()
        .orElse(EffectClass.ONCE);
  }

  private static List<ToolWithEffect> tools(RunState state) {
    Set<String> needed = state.neededTools();
    return state.assignment().tools().stream()
        .filter(tool -> needed.contains(tool.name()) && hasEffects(tool))
        .map(tool -> new ToolWithEffect(tool.name(), tool.effect()))
        .sorted(Comparator.comparing(ToolWithEffect::name))
        .toList();
  }

  private static boolean hasEffects(PinnedTool tool) {
    return tool.effect() != EffectClass.READ_ONLY
        || tool.name().equals(ControlTool.DELEGATE.toolName());
  }
}
