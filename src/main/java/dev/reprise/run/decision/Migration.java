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
 * Whether a run can go on with another version of its agent, or with other tools. Pure.
 *
 * <p>What a run has done stays done: each phase that has begun must have its place in the new
 * version, so that the journal adds up to the same under it. And no call is run again on the word
 * of a declaration that is not the one it was made under.
 *
 * @param to the version to go on with, which may be the one that the run keeps
 * @param tools what the run would keep of the tools
 */
public record Migration(RunState state, AgentDefinition to, List<PinnedTool> tools) {

  /** Returns what stands in its way; nothing if it is possible. */
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
                "phases." + phase,
                "has begun and would have to be phase %d of the agent".formatted(i + 1)));
      }
    }
    return misplaced;
  }

  /** A prompt that has been filled needs nothing any more. */
  private List<Difference> missingInput() {
    int begun = state.begunPhases().size();
    return InputReferences.missing(
            to.phases().subList(begun, to.phases().size()), state.assignment().input())
        .stream()
        .map(reference -> new Difference(reference, "is missing; prompts to come refer to it"))
        .toList();
  }

  /**
   * A call whose outcome is unknown is run again if it was declared idempotent. Where its tool is
   * gone, or does not say so any more, only a person can know what that would do.
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
