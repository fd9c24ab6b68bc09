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

/** Records what people say about tool calls, if it is about a call as it stands. */
@ApplicationScoped
class HumanInputs {

  @Inject Runs runs;
  @Inject RunQueue queue;
  @Inject AgentVersions versions;
  @Inject HumanInputHistory past;

  /**
   * Records a word, with which the run goes on.
   *
   * @throws ProblemException if no call waits for this word as the person saw it, or the run moves
   *     on in the same moment; it says which calls wait
   */
  void record(Run run, HumanInputEvent word) {
    ReplayedRun folded = fold(run);
    if (run.status() != RunStatus.WAITING || !folded.state().awaits(word)) {
      throw refusal(run, folded.state(), word);
    }
    if (word instanceof HumanInputEvent.Answered answer) {
      checkChoice(folded.state().call(word.callId()).orElseThrow(), answer.answer());
    }
    if (!queue.resolve(run.id(), folded.head(), word)) {
      Run now = runs.find(run.id()).orElseThrow(() -> ProblemException.noRun(run.id()));
      throw refusal(now, fold(now).state(), word);
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
      String rule = "is none of the answers to choose from: " + String.join(", ", options);
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "answer " + rule, List.of(new FieldError("answer", rule)));
    }
  }

  private ProblemException refusal(Run run, RunState state, HumanInputEvent word) {
    List<OpenCall> open =
        state.openPhase().map(phase -> OpenCall.of(run.status(), phase)).orElse(List.of());
    Optional<RecordedEvent> before = past.find(run, word);
    return before.isPresent()
        ? ProblemException.ofDecision(ProblemType.CALL_DECIDED, decided(word, before.get()), open)
        : ProblemException.ofDecision(ProblemType.CALL_NOT_OPEN, notOpen(run, word), open);
  }

  private static String decided(HumanInputEvent word, RecordedEvent before) {
    var past = (HumanInputEvent) before.event();
    return "%s was %s by '%s' (event %d); what is said again changes nothing."
        .formatted(named(word), said(past), past.by(), before.sequence());
  }

  private static String said(HumanInputEvent past) {
    return switch (past) {
      case HumanInputEvent.Decided it -> it.approved() ? "approved" : "refused";
      case HumanInputEvent.Answered ignored -> "answered";
      case HumanInputEvent.Resolved it -> "resolved as " + it.verdict();
    };
  }

  private static String notOpen(Run run, HumanInputEvent word) {
    return "%s does not wait for this, or is not what you saw any more. Run %s is %s; words are taken while it is WAITING, on what openCalls names and GET …/tool-calls shows."
        .formatted(named(word), run.id(), run.status());
  }

  private static String named(HumanInputEvent word) {
    return "Call '%s' of phase '%s', iteration %d,"
        .formatted(word.callId(), word.phase(), word.iteration());
  }
}
