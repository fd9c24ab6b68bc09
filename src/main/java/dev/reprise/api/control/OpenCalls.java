package dev.reprise.api.control;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.Message;
import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.api.run.CallStarters;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.file.FileChangePreview;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Shows the calls of a model's newest reply that have no result yet. Tested by {@code
 * CallOfAnotherRunIT}.
 */
@ApplicationScoped
public class OpenCalls {

  private static final System.Logger LOG = System.getLogger(OpenCalls.class.getName());

  private final HumanInputs inputs;
  private final CallStarters beginners;
  private final Approvers deciders;
  private final Workspaces workspaces;
  private final ToolCatalogue tools;
  private final KillSwitches switches;
  private final Redaction redaction;
  private final Clock clock;

  @Inject
  OpenCalls(
      HumanInputs inputs,
      CallStarters beginners,
      Approvers deciders,
      Workspaces workspaces,
      ToolCatalogue tools,
      KillSwitches switches,
      Redaction redaction,
      Clock clock) {
    this.inputs = inputs;
    this.beginners = beginners;
    this.deciders = deciders;
    this.workspaces = workspaces;
    this.tools = tools;
    this.switches = switches;
    this.redaction = redaction;
    this.clock = clock;
  }

  /**
   * What a run needs of people.
   *
   * @param budget what it may spend; empty if nothing limits it
   * @param spent by the run and its child runs so far
   * @param modelCall the one that it paused for
   * @param said what the model wrote with the calls of its newest reply, which are open
   * @param calls those that people look at
   */
  public record Needs(
      Optional<BudgetView> budget,
      Spending spent,
      Optional<ModelCallView> modelCall,
      Optional<String> said,
      List<ToolCallView> calls) {

    /** Nothing that can be told here. */
    public static final Needs NOTHING =
        new Needs(Optional.empty(), Spending.NONE, Optional.empty(), Optional.empty(), List.of());

    public Needs {
      calls = List.copyOf(calls);
    }
  }

  /** Returns what a run needs, with all calls of its newest reply until they have results. */
  public Needs of(Run run) {
    return of(run, call -> true);
  }

  /** Returns what a run needs of people, with the calls that wait for a person. */
  public Needs ofPeople(Run run) {
    return of(run, call -> call.isWithPerson() || call.needsDecision());
  }

  private Needs of(Run run, Predicate<ToolCallState> condition) {
    RunState state = inputs.fold(run).state();
    return new Needs(
        BudgetView.of(state),
        state.budgetSpent(),
        ModelCallView.of(run, state, deciders, clock.instant()),
        said(state),
        of(run, state, condition));
  }

  private static Optional<String> said(RunState state) {
    return state
        .openPhase()
        .map(phase -> phase.work().transcript().last())
        .flatMap(
            last ->
                last instanceof Message.Assistant reply
                    ? Optional.of(reply.text()).filter(text -> !text.isBlank())
                    : Optional.empty());
  }

  private List<ToolCallView> of(Run run, RunState state, Predicate<ToolCallState> condition) {
    return state.openPhase().stream()
        .flatMap(
            phase ->
                phase.work().calls().stream()
                    .filter(condition)
                    .map(call -> view(run, state, phase, call)))
        .toList();
  }

  private ToolCallView view(Run run, RunState state, RunState.OpenPhase phase, ToolCallState call) {
    return ToolCallView.of(
        run.status(),
        phase,
        call,
        new ToolCallView.Surroundings(
            beginners.of(run, phase, call),
            deciders.of(run, state, call),
            call.isWithPerson() ? diff(run, call) : Optional.empty(),
            call.isWithPerson() ? switchedOff(run, call) : Optional.empty()));
  }

  private Optional<SwitchedOff> switchedOff(Run run, ToolCallState call) {
    String tool = call.call().tool();
    boolean isDangerous =
        tools.declaration(run.tenant(), tool).filter(ToolDeclaration::dangerous).isPresent();
    return switches.onToolCall(run.tenant(), run.agent(), tool, isDangerous).map(SwitchedOff::of);
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
