package dev.reprise.api.history;

import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.stream.Stream;

/** What a completed phase answered. */
public record PhaseOutput(String phase, String output) {

  /** Returns the outputs of the phases that are completed, in order. */
  static List<PhaseOutput> of(RunState state) {
    return state.phases().states().entrySet().stream()
        .flatMap(
            phase ->
                phase.getValue() instanceof PhaseState.Completed(String output)
                    ? Stream.of(new PhaseOutput(phase.getKey(), output))
                    : Stream.empty())
        .toList();
  }
}
