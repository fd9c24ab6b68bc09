package dev.reprise.api.control;

import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.run.CallBeginners;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Shows the calls of a model's newest reply that have no result yet. */
@ApplicationScoped
class OpenCalls {

  private final HumanInputs inputs;
  private final CallBeginners beginners;
  private final FourEyes fourEyes;

  @Inject
  OpenCalls(HumanInputs inputs, CallBeginners beginners, FourEyes fourEyes) {
    this.inputs = inputs;
    this.beginners = beginners;
    this.fourEyes = fourEyes;
  }

  /** Returns all of them. */
  List<ToolCallView> of(Run run) {
    return of(run, inputs.fold(run).state(), call -> true);
  }

  /**
   * What a run needs of people.
   *
   * @param budget what it may spend; empty if nothing limits it
   * @param calls the calls that wait for a person
   */
  record Needs(Optional<BudgetView> budget, List<ToolCallView> calls) {

    /** Nothing that can be told here. */
    static final Needs NOTHING = new Needs(Optional.empty(), List.of());

    Needs {
      calls = List.copyOf(calls);
    }
  }

  /** Returns what a run needs of people. */
  Needs ofPeople(Run run) {
    RunState state = inputs.fold(run).state();
    return new Needs(
        BudgetView.of(state), of(run, state, call -> call.isWithPerson() || call.needsDecision()));
  }

  private List<ToolCallView> of(Run run, RunState state, Predicate<ToolCallState> condition) {
    return state.openPhase().stream()
        .flatMap(
            phase ->
                phase.work().calls().stream().filter(condition).map(call -> view(run, phase, call)))
        .toList();
  }

  private ToolCallView view(Run run, RunState.OpenPhase phase, ToolCallState call) {
    Optional<String> barred =
        Optional.of(run.submittedBy()).filter(submitter -> !fourEyes.allows(run, submitter));
    return ToolCallView.of(run.status(), phase, call, beginners.of(run, phase, call), barred);
  }
}
