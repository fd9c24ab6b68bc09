package dev.reprise.api.control;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.run.CallBeginners;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.file.FileChangePreview;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Shows the calls of a model's newest reply that have no result yet. */
@ApplicationScoped
public class OpenCalls {

  private static final System.Logger LOG = System.getLogger(OpenCalls.class.getName());

  private final HumanInputs inputs;
  private final CallBeginners beginners;
  private final FourEyes fourEyes;
  private final Workspaces workspaces;
  private final Redaction redaction;

  @Inject
  OpenCalls(
      HumanInputs inputs,
      CallBeginners beginners,
      FourEyes fourEyes,
      Workspaces workspaces,
      Redaction redaction) {
    this.inputs = inputs;
    this.beginners = beginners;
    this.fourEyes = fourEyes;
    this.workspaces = workspaces;
    this.redaction = redaction;
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
  public record Needs(Optional<BudgetView> budget, List<ToolCallView> calls) {

    /** Nothing that can be told here. */
    public static final Needs NOTHING = new Needs(Optional.empty(), List.of());

    public Needs {
      calls = List.copyOf(calls);
    }
  }

  /** Returns what a run needs of people. */
  public Needs ofPeople(Run run) {
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
    return ToolCallView.of(
        run.status(),
        phase,
        call,
        beginners.of(run, phase, call),
        new ToolCallView.ForApproval(
            barred, call.isWithPerson() ? diff(run, call) : Optional.empty()));
  }

  /** Returns what a call would change in a file, as far as this server can read it. */
  private Optional<String> diff(Run run, ToolCallState call) {
    Optional<Workspace> workspace = workspaces.find(run.tenant(), run.workspace());
    if (workspace.isEmpty()) {
      return Optional.empty();
    }
    try {
      return FileChangePreview.of(
              call.call().tool(), Json.read(call.call().arguments().text()), workspace.get())
          .map(redaction::text);
    } catch (IOException e) {
      LOG.log(
          WARNING,
          "run %s, call '%s': the file that it would change cannot be read, so no diff is shown"
              .formatted(run.id(), call.call().id()),
          e);
      return Optional.empty();
    }
  }
}
