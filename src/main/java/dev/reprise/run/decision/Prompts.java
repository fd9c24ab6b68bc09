package dev.reprise.run.decision;

import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.message.Message;
import dev.reprise.platform.Json;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.Unfinished;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fills the prompts of phases, and reads the answers of phases and runs. */
final class Prompts {

  private Prompts() {}

  /** Returns the prompt of a phase with its references filled. */
  static String of(RunState state, Phase phase) {
    String task = phase.prompt().fill(reference -> value(state, reference));
    return phase.output().map(contract -> task + contractOf(contract)).orElse(task);
  }

  /** The model reads it whatever its provider makes of the schema. */
  private static String contractOf(OutputContract contract) {
    return "\n\n[Your answer must be JSON alone, without any other text, that fits this JSON Schema: %s]"
        .formatted(contract.schema().text());
  }

  /** A reference to a skipped phase is filled with an empty text. */
  private static String value(RunState state, String reference) {
    return PromptReference.parse(reference)
        .flatMap(
            parsed ->
                switch (parsed) {
                  case PromptReference.Input input ->
                      InputReferences.value(state.assignment().input(), input);
                  case PromptReference.Output(String phase, List<String> path) ->
                      valueOf(output(state, phase), path);
                })
        .orElse(""); // a submission whose input leaves a reference without a value is refused
  }

  /** A skipped phase has no values. */
  private static Optional<String> valueOf(String output, List<String> path) {
    return path.isEmpty() || output.isEmpty()
        ? Optional.of(output)
        : InputReferences.value(Json.read(output), path);
  }

  private static String output(RunState state, String phase) {
    return output(state.phases().states().get(phase));
  }

  private static String output(@Nullable PhaseState phase) {
    return phase instanceof PhaseState.Completed(String output) ? output : "";
  }

  /**
   * Returns the answer of a phase: the text of the model's last reply, and what it went on with.
   */
  static String answer(PhaseProgress work) {
    return work.transcript().last() instanceof Message.Assistant last
        ? work.unfinished().map(Unfinished::text).orElse("") + last.text()
        : "";
  }

  /** Returns the answer of a run: the last output that is not empty. */
  static String answer(RunState state) {
    return state.phases().states().values().stream()
        .map(Prompts::output)
        .reduce("", (before, output) -> output.isEmpty() ? before : output);
  }
}
