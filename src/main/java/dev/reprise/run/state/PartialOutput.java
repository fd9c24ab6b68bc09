package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ChildRunEvent;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a child run finished without reaching its answer: the outputs of its phases, for its parent
 * run. The text around them is part of the fold, so that the state is the same on every server.
 */
public final class PartialOutput {

  private PartialOutput() {}

  /** Returns the outputs of the phases that have one, in their order; empty if there are none. */
  public static String of(RunState state) {
    return state.phases().states().entrySet().stream()
        .flatMap(phase -> section(phase.getKey(), phase.getValue()).stream())
        .collect(Collectors.joining("\n\n"));
  }

  private static Optional<String> section(String name, PhaseState phase) {
    return phase instanceof PhaseState.Completed(String output) && !output.isBlank()
        ? Optional.of("## %s\n\n%s".formatted(name, output))
        : Optional.empty();
  }

  /** Returns the outcome that the parent's model sees of a child run that did not complete. */
  static ToolOutcome told(ChildRunEvent.Returned returned, Failure failure) {
    if (returned.output().isEmpty()) {
      return new ToolOutcome.Failed(failure);
    }
    String work = ResultTruncation.of(Optional.empty()).apply(returned, returned.output());
    return ToolOutcome.failed(
        failure.code(),
        """
        %s

        [Incomplete: it finished only these phases before. Nobody has concluded or checked them.]

        %s\
        """
            .formatted(failure.message(), work));
  }
}
