package dev.reprise.api.control;

import dev.reprise.api.run.CallBeginners;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Predicate;

/** Shows the calls of a model's newest reply that have no result yet. */
@ApplicationScoped
class OpenCalls {

  private final HumanInputs inputs;
  private final CallBeginners beginners;

  @Inject
  OpenCalls(HumanInputs inputs, CallBeginners beginners) {
    this.inputs = inputs;
    this.beginners = beginners;
  }

  /** Returns all of them. */
  List<ToolCallView> of(Run run) {
    return of(run, call -> true);
  }

  /** Returns those that wait for a person. */
  List<ToolCallView> ofPeople(Run run) {
    return of(run, call -> call.isWithPerson() || call.needsDecision());
  }

  private List<ToolCallView> of(Run run, Predicate<ToolCallState> condition) {
    return inputs.fold(run).state().openPhase().stream()
        .flatMap(
            phase ->
                phase.work().calls().stream().filter(condition).map(call -> view(run, phase, call)))
        .toList();
  }

  private ToolCallView view(Run run, RunState.OpenPhase phase, ToolCallState call) {
    return ToolCallView.of(run.status(), phase, call, beginners.of(run, phase, call));
  }
}
