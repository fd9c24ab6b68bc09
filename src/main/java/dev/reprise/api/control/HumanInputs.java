package dev.reprise.api.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.Cost;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.api.http.OpenCall;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.fork.HumanInputHistory;
import dev.reprise.queue.inbox.DecisionInbox;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.UnclaimedRuns;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.control.AskHumanDeclaration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Accepts people's decisions about tool calls, if they fit the present state of the call. If a job
 * holds the run, the decision is stored until the run waits or is paused. A paused run takes it and
 * stays paused. Tested by {@code HumanInputIT}.
 */
@ApplicationScoped
class HumanInputs {

  private static final int MAX_ARGUMENTS = 65_536;

  private final Runs runs;
  private final RunQueue queue;
  private final UnclaimedRuns unclaimed;
  private final AgentVersions versions;
  private final HumanInputHistory history;
  private final DecisionInbox inbox;
  private final ToolCaller tools;
  private final Redaction redaction;
  private final FourEyes fourEyes;

  @Inject
  HumanInputs(
      Runs runs,
      RunQueue queue,
      UnclaimedRuns unclaimed,
      AgentVersions versions,
      HumanInputHistory history,
      DecisionInbox inbox,
      ToolCaller tools,
      Redaction redaction,
      FourEyes fourEyes) {
    this.runs = runs;
    this.queue = queue;
    this.unclaimed = unclaimed;
    this.versions = versions;
    this.history = history;
    this.inbox = inbox;
    this.tools = tools;
    this.redaction = redaction;
    this.fourEyes = fourEyes;
  }

  /**
   * Records a decision, after which the run continues, or stores it until the run can take it.
   *
   * @throws ProblemException if no call waits for this decision in the state that the person saw,
   *     or another decision about it came first; it says which calls wait. Also if it approves a
   *     call, and another person must
   */
  void record(Run run, HumanInputEvent input) {
    ReplayedRun folded = fold(run);
    if (approves(input)) {
      Optional<Approval> approval = approval(folded.state(), input);
      fourEyes.check(run, folded.state(), approval, input.by());
    }
    boolean waits = run.status() == RunStatus.WAITING;
    if (!folded.state().awaits(input) || (!waits && input instanceof HumanInputEvent.Resolved)) {
      throw refusal(run, folded.state(), input); // what a server carries out is not in doubt
    }
    if (input instanceof HumanInputEvent.Answered answer) {
      checkChoice(folded.state().call(input.callId()).orElseThrow(), answer.answer());
    }
    boolean queues = !(input instanceof HumanInputEvent.Resolved) && inbox.hasAny(run.id());
    if (!waits || queues) { // those that came first are taken first
      post(run, folded.state(), input);
    } else if (!queue.resolve(run.id(), folded.head(), folded.state().recordedAs(input))) {
      Run now = runs.find(run.id()).orElseThrow(() -> ProblemException.noRun(run.id()));
      RunState state = fold(now).state();
      if (!state.awaits(input)) {
        throw refusal(now, state, input);
      }
      post(now, state, input);
    }
  }

  /**
   * Records who is to decide about a call.
   *
   * @throws ProblemException if the run does not wait for people about the call in the state that
   *     the person saw, or several people must approve it
   */
  void assign(Run run, HumanInputEvent.Assigned input) {
    ReplayedRun folded = fold(run);
    RunState state = folded.state();
    if (run.status() != RunStatus.WAITING || !state.awaits(input)) {
      throw refusal(run, state, input);
    }
    if (quorum(state, input) > 1) {
      throw ProblemException.invalidValue("call", "must be one that a single person decides");
    }
    if (!unclaimed.note(run.id(), folded.head(), List.of(input))) {
      Run now = runs.find(run.id()).orElseThrow(() -> ProblemException.noRun(run.id()));
      throw refusal(now, fold(now).state(), input);
    }
  }

  private static boolean approves(HumanInputEvent input) {
    return switch (input) {
      case HumanInputEvent.Decided it -> it.approved();
      case HumanInputEvent.Allowed ignored -> true;
      case HumanInputEvent.Edited ignored -> true;
      case HumanInputEvent.Answered ignored -> false;
      case HumanInputEvent.Assigned ignored -> false;
      case HumanInputEvent.Resolved ignored -> false;
    };
  }

  private static Optional<Approval> approval(RunState state, HumanInputEvent input) {
    return state.call(input.callId()).flatMap(ToolCallState::approval);
  }

  private static int quorum(RunState state, HumanInputEvent input) {
    return approval(state, input).map(it -> it.terms().quorum()).orElse(1);
  }

  private void post(Run run, RunState seen, HumanInputEvent input) {
    DecisionInbox.Posted posted =
        inbox.post(
            run.id(),
            input,
            quorum(seen, input) > 1 ? DecisionInbox.Deciders.SEVERAL : DecisionInbox.Deciders.ONE);
    if (posted == DecisionInbox.Posted.ACCEPTED) {
      return;
    }
    Run now = runs.find(run.id()).orElseThrow(() -> ProblemException.noRun(run.id()));
    RunState state = fold(now).state();
    throw posted == DecisionInbox.Posted.ALREADY_DECIDED
        ? ProblemException.ofDecision(
            ProblemType.CALL_DECIDED,
            DecisionText.named(input) + " has another decision, which the run is about to take.",
            openCalls(now, state))
        : refusal(now, state, input);
  }

  /**
   * Returns what a call becomes with other arguments; a change that nothing accepts if the call is
   * not open in the state that the person saw.
   *
   * @throws ProblemException if its tool does not take these arguments, they are too long, or the
   *     record would not have them as they are
   */
  HumanInputEvent.Edited.Change change(Run run, String callId, String seen, JsonNode arguments) {
    var text = new JsonValue(Json.write(arguments));
    RunState state = fold(run).state();
    Optional<ToolCallState> open = state.call(callId).filter(it -> it.digest().equals(seen));
    if (open.isEmpty()) {
      return new HumanInputEvent.Edited.Change(text, "");
    }
    if (!arguments.isObject() || text.text().length() > MAX_ARGUMENTS) {
      throw invalidArguments("must be an object of at most %d characters".formatted(MAX_ARGUMENTS));
    }
    if (!redaction.json(text.text()).equals(text.text())) {
      throw invalidArguments("must have nothing that the record redacts, such as a secret itself");
    }
    ToolCall call = open.get().call();
    if (ControlTool.isNamed(call.tool())) {
      throw invalidArguments(
          "of %s cannot be changed, only approved or denied".formatted(call.tool()));
    }
    tools
        .checkArguments(call.with(text), run.tenant(), state.agent().grant(call.tool()))
        .ifPresent(
            failure -> {
              throw invalidArguments("must be what the tool takes: " + failure.message());
            });
    return new HumanInputEvent.Edited.Change(
        text, open.get().digestWith(text), fourEyes.isRequired(run.tenant()));
  }

  private static ProblemException invalidArguments(String rule) {
    return ProblemException.invalidValue("arguments", rule);
  }

  /**
   * Checks that an approval of a call can allow later calls of its tool.
   *
   * @throws ProblemException if several people must approve it, or its cost is not known in USD
   */
  void checkStandingApproval(Run run, String callId, String seen) {
    Optional<ToolCallState> open =
        fold(run).state().call(callId).filter(it -> it.digest().equals(seen));
    if (open.isEmpty()) {
      return; // it is not recorded
    }
    ApprovalTerms terms = open.get().approval().map(Approval::terms).orElse(ApprovalTerms.NONE);
    if (terms.quorum() > 1) {
      throw ProblemException.invalidValue(
          "forTool", "must be absent where several people must approve a call");
    }
    if (terms.estimate().flatMap(CallEstimate::usd).isEmpty()) {
      throw ProblemException.invalidValue(
          "forTool", "must be absent for a call whose cost is not known in " + Cost.CURRENCY);
    }
  }

  private static List<OpenCall> openCalls(Run run, RunState state) {
    return state.openPhase().map(phase -> OpenCall.of(run.status(), phase)).orElse(List.of());
  }

  /** Folds the record of a run. */
  ReplayedRun fold(Run run) {
    runs.requireRecord(run);
    return runs.fold(run, versions.load(run.tenant(), run.agentVersion()));
  }

  private static void checkChoice(ToolCallState call, String answer) {
    List<String> options = AskHumanDeclaration.options(call.call().arguments());
    if (!options.isEmpty() && !options.contains(answer)) {
      throw ProblemException.invalidValue(
          "answer", "must be one of the answers to choose from: " + String.join(", ", options));
    }
  }

  private ProblemException refusal(Run run, RunState state, HumanInputEvent input) {
    List<OpenCall> open = openCalls(run, state);
    Optional<RecordedEvent> before = history.find(run, input);
    return before.isPresent()
        ? ProblemException.ofDecision(
            ProblemType.CALL_DECIDED, DecisionText.decided(input, before.get()), open)
        : ProblemException.ofDecision(
            ProblemType.CALL_NOT_OPEN,
            assignee(state, input)
                .map(only -> DecisionText.notYours(input, only))
                .orElseGet(() -> DecisionText.notOpen(run, input)),
            open);
  }

  /** Returns who alone may say this, if it is another person. */
  private static Optional<String> assignee(RunState state, HumanInputEvent input) {
    return state
        .call(input.callId())
        .flatMap(ToolCallState::approval)
        .filter(it -> !it.isOpenTo(input))
        .flatMap(Approval::assignee);
  }
}
