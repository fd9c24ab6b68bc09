package dev.reprise.api.control;

import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.OpenCall;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.fork.HumanInputHistory;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.control.AskHumanDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Records people's decisions about tool calls, if they fit the present state of the call. */
@ApplicationScoped
class HumanInputs {

  private final Runs runs;
  private final RunQueue queue;
  private final AgentVersions versions;
  private final HumanInputHistory history;

  @Inject
  HumanInputs(Runs runs, RunQueue queue, AgentVersions versions, HumanInputHistory history) {
    this.runs = runs;
    this.queue = queue;
    this.versions = versions;
    this.history = history;
  }

  /**
   * Records a decision, after which the run continues.
   *
   * @throws ProblemException if no call waits for this decision in the state that the person saw,
   *     or the run changes at the same time; it says which calls wait
   */
  void record(Run run, HumanInputEvent input) {
    ReplayedRun folded = fold(run);
    if (run.status() != RunStatus.WAITING || !folded.state().awaits(input)) {
      throw refusal(run, folded.state(), input);
    }
    if (input instanceof HumanInputEvent.Answered answer) {
      checkChoice(folded.state().call(input.callId()).orElseThrow(), answer.answer());
    }
    if (!queue.resolve(run.id(), folded.head(), input)) {
      Run now = runs.find(run.id()).orElseThrow(() -> ProblemException.noRun(run.id()));
      throw refusal(now, fold(now).state(), input);
    }
  }

  /** Folds the record of a run. */
  ReplayedRun fold(Run run) {
    runs.requireRecord(run);
    return runs.fold(run, versions.load(run.tenant(), run.agentVersion()));
  }

  private static void checkChoice(ToolCallState call, String answer) {
    List<String> options = AskHumanDeclaration.options(call.call().arguments());
    if (!options.isEmpty() && !options.contains(answer)) {
      String rule = "must be one of the answers to choose from: " + String.join(", ", options);
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "answer " + rule, List.of(new FieldError("answer", rule)));
    }
  }

  private ProblemException refusal(Run run, RunState state, HumanInputEvent input) {
    List<OpenCall> open =
        state.openPhase().map(phase -> OpenCall.of(run.status(), phase)).orElse(List.of());
    Optional<RecordedEvent> before = history.find(run, input);
    return before.isPresent()
        ? ProblemException.ofDecision(ProblemType.CALL_DECIDED, decided(input, before.get()), open)
        : ProblemException.ofDecision(ProblemType.CALL_NOT_OPEN, notOpen(run, input), open);
  }

  private static String decided(HumanInputEvent input, RecordedEvent before) {
    var past = (HumanInputEvent) before.event();
    return "%s was %s by '%s' (event %d); a second decision changes nothing."
        .formatted(named(input), said(past), past.by(), before.sequence());
  }

  private static String said(HumanInputEvent past) {
    return switch (past) {
      case HumanInputEvent.Decided it -> it.approved() ? "approved" : "refused";
      case HumanInputEvent.Answered ignored -> "answered";
      case HumanInputEvent.Resolved it -> "resolved as " + it.verdict();
    };
  }

  private static String notOpen(Run run, HumanInputEvent input) {
    return "%s does not wait for this, or has changed since you saw it. Run %s is %s; a decision is accepted while the run is WAITING, about a call that openCalls names and GET …/tool-calls shows."
        .formatted(named(input), run.id(), run.status());
  }

  private static String named(HumanInputEvent input) {
    return "Call '%s' of phase '%s', iteration %d,"
        .formatted(input.callId(), input.phase(), input.iteration());
  }
}
