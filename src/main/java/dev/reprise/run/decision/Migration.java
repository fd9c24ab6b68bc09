package dev.reprise.run.decision;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a run can continue with another version of its agent, or with other tools. Pure.
 *
 * <p>A migration does not change what a run has done. Each phase that has begun must have the same
 * place in the new version, so that the journal has the same fold under it. No call runs again
 * because of a declaration other than the one under which it was made.
 *
 * @param to the version to continue with, which may be the one that the run pins
 * @param tools the tools that the run would pin
 */
public record Migration(RunState state, AgentDefinition to, List<PinnedTool> tools) {

  /** Returns what prevents the migration; empty if it is possible. */
  public List<Difference> obstacles() {
    List<Difference> obstacles = new ArrayList<>(misplacedPhases());
    if (obstacles.isEmpty()) {
      obstacles.addAll(missingInput());
      obstacles.addAll(callsInDoubt());
    }
    return obstacles;
  }

  private List<Difference> misplacedPhases() {
    List<String> before = state.begunPhases().stream().map(Phase::name).toList();
    List<String> after = to.phases().stream().map(Phase::name).toList();
    List<Difference> misplaced = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      String phase = before.get(i);
      if (i >= after.size() || !after.get(i).equals(phase)) {
        misplaced.add(
            new Difference(
                "phases." + phase, "has begun and must be phase %d of the agent".formatted(i + 1)));
      }
    }
    return misplaced;
  }

  /** A prompt that has been filled needs no input any more. */
  private List<Difference> missingInput() {
    int begun = state.begunPhases().size();
    return InputReferences.missing(
            to.phases().subList(begun, to.phases().size()), state.assignment().input())
        .stream()
        .map(
            reference ->
                new Difference(reference, "is missing; prompts of later phases refer to it"))
        .toList();
  }

  /**
   * A call with an unknown outcome runs again if its tool was declared idempotent. If the tool is
   * gone or is not idempotent any more, only a person can know the effect of a second call.
   */
  private List<Difference> callsInDoubt() {
    return state.openPhase().stream()
        .flatMap(open -> open.work().calls().stream())
        .filter(Migration::wouldBeRunAgain)
        .map(call -> call.call())
        .filter(call -> !isStillIdempotent(call.tool()))
        .map(
            call ->
                new Difference(
                    "calls." + call.id(),
                    """
                    of %s has an unknown outcome, and the tool is not IDEMPOTENT any more: say what \
                    became of it first, with :resolve\
                    """
                        .formatted(call.tool())))
        .toList();
  }

  private static boolean wouldBeRunAgain(ToolCallState call) {
    return call.effectInDoubt().filter(effect -> effect == EffectClass.IDEMPOTENT).isPresent();
  }

  private boolean isStillIdempotent(String tool) {
    Optional<Phase> open = state.currentPhase().map(phase -> to.phase(phase.name()));
    return open.filter(phase -> phase.tools().contains(tool)).isPresent()
        && tools.stream()
            .filter(pinned -> pinned.name().equals(tool))
            .anyMatch(pinned -> pinned.effect() == EffectClass.IDEMPOTENT);
  }
}
