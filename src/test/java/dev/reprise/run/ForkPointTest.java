package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.ForkedCall.Fate;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a fork inherits, and what happens to calls that are open at the point of the fork. */
class ForkPointTest {

  private static final UUID RUN = new UUID(1, 1);
  private static final UUID FORK = new UUID(1, 2);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(3600);
  private static final Failure TROUBLE = new Failure("trouble", "as it happens");
  private static final ToolCall PUT = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);
  private static final ToolCall ADD = new ToolCall("c2", "add", JsonValue.EMPTY_OBJECT);
  private static final ToolCall PAY = new ToolCall("c3", "pay", JsonValue.EMPTY_OBJECT);
  private static final ToolCall WAIT = new ToolCall("w1", "wait_until", JsonValue.EMPTY_OBJECT);
  private static final AgentDefinition AGENT =
      Agents.agent("surveyor")
          .phases(
              new Phase(
                  "survey",
                  new Template("survey"),
                  List.of("put", "add", "pay", "wait_until"),
                  true,
                  Limits.OF_A_PHASE))
          .build();

  private final List<RunEvent> events =
      new ArrayList<>(
          List.of(
              Submissions.of("surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
              new LifecycleEvent.Admitted("server", NOW),
              new PhaseEvent.Started("survey", "survey", NOW)));

  private enum Parent {
    ENDED,
    ACTIVE
  }

  @Test
  void inheritsOutcomesThatTheParentRecordedAfterTheEvent() {
    int reply = happened(asks(PUT, ADD));
    happened(started(PUT, EffectClass.IDEMPOTENT));
    happened(started(ADD, EffectClass.ONCE));
    happened(failed(ADD));
    happened(completed(PUT));
    happened(asks(PAY));

    ForkPoint point = forkedAfter(reply, Parent.ACTIVE);

    assertThat(point.fates(LATER))
        .containsExactly(
            new ForkedCall(PUT, Fate.TAKEN_OVER), new ForkedCall(ADD, Fate.TAKEN_OVER));
    assertThat(own(point))
        .containsExactly(
            started(PUT, EffectClass.IDEMPOTENT),
            completed(PUT),
            started(ADD, EffectClass.ONCE),
            failed(ADD));
    assertThat(next(point)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void runsCallsThatTheParentNeverStartedAndNeverWill() {
    int reply = happened(asks(ADD));
    happened(new ControlEvent.Cancelled("ana", "enough"));

    ForkPoint point = forkedAfter(reply, Parent.ENDED);

    assertThat(point.fates(LATER)).containsExactly(new ForkedCall(ADD, Fate.RUNS));
    assertThat(own(point)).isEmpty();
    assertThat(origin(point, ADD)).isEmpty();
  }

  @Test
  void leavesCallsToAParentThatMayStillStartThem() {
    int reply = happened(asks(PUT, ADD, PAY));

    ForkPoint point = forkedAfter(reply, Parent.ACTIVE);

    assertThat(point.fates(LATER))
        .containsExactly(
            new ForkedCall(PUT, Fate.RUNS_AGAIN),
            new ForkedCall(ADD, Fate.PERSON_IS_ASKED),
            new ForkedCall(PAY, Fate.PERSON_IS_ASKED));
    assertThat(List.of(origin(point, PUT), origin(point, ADD), origin(point, PAY)))
        .containsOnly(Optional.of(RUN));
  }

  @Test
  void leavesACallToAParentThatMayStartItOnceAPersonApproves() {
    happened(asks(ADD));
    int asked =
        happened(
            new ToolCallEvent.Asked(
                "survey",
                1,
                "c2",
                QuestionKind.APPROVAL,
                "may it?",
                Optional.of(LATER),
                Optional.empty(),
                ApprovalTerms.NONE.in(RUN)));

    ForkPoint point = forkedAfter(asked, Parent.ACTIVE);

    assertThat(own(point)).containsExactly(started(ADD, EffectClass.ONCE));
    assertThat(call(point, ADD).mayHaveHappened()).isTrue();
  }

  @Test
  void treatsAnUnknownOutcomeByItsEffectClassUnderItsOwnKey() {
    int reply = happened(asks(PUT, ADD, PAY));
    happened(started(PUT, EffectClass.IDEMPOTENT));
    happened(started(ADD, EffectClass.ONCE));
    happened(started(PAY, EffectClass.RECONCILABLE));
    happened(
        new ToolCallEvent.Reconciled(
            new CallLocation("survey", 1, "c3"),
            ReconciliationFinding.COULD_NOT_TELL,
            "",
            "shut",
            Optional.empty()));
    happened(new ControlEvent.Cancelled("ana", "enough"));

    ForkPoint point = forkedAfter(reply, Parent.ENDED);

    assertThat(point.fates(LATER))
        .containsExactly(
            new ForkedCall(PUT, Fate.RUNS_AGAIN),
            new ForkedCall(ADD, Fate.PERSON_IS_ASKED),
            new ForkedCall(PAY, Fate.TOOL_IS_ASKED));
    assertThat(List.of(origin(point, PUT), origin(point, ADD), origin(point, PAY)))
        .containsOnly(Optional.of(RUN));
  }

  @Test
  void asksNoToolWhileTheParentMayBeMakingTheCall() {
    happened(asks(PAY));
    int begun = happened(started(PAY, EffectClass.RECONCILABLE));

    assertThat(forkedAfter(begun, Parent.ACTIVE).fates(LATER))
        .containsExactly(new ForkedCall(PAY, Fate.PERSON_IS_ASKED));
  }

  @Test
  void keepsAPersonsDecisions() {
    int reply = happened(asks(ADD));
    happened(started(ADD, EffectClass.ONCE));
    var verdict =
        new HumanInputEvent.Resolved(
            "survey", 1, "c2", OperatorVerdict.FAILED, "", "ana", "I looked", Optional.empty());
    happened(verdict);

    assertThat(own(forkedAfter(reply, Parent.ACTIVE)))
        .containsExactly(started(ADD, EffectClass.ONCE), verdict);
  }

  @Test
  void inheritsNoApprovals() {
    happened(asks(ADD));
    int asked = happened(asked(ADD));
    int decided = happened(decided(ADD, true));
    happened(new ControlEvent.Cancelled("ana", "enough"));

    ForkPoint before = forkedAfter(asked, Parent.ENDED);
    assertThat(own(before)).isEmpty();
    assertThat(before.fates(LATER)).containsExactly(new ForkedCall(ADD, Fate.PERSON_IS_ASKED));
    ForkPoint after = forkedAfter(decided, Parent.ENDED);
    assertThat(call(after, ADD).approved()).isFalse();
    assertThat(call(after, ADD).isAsked()).isTrue();
  }

  @Test
  void inheritsNoEditsOfACallThatTheParentDidNotBegin() {
    happened(asks(ADD));
    int asked = happened(asked(ADD));
    int edited = happened(edited(ADD, "{\"n\":7}"));
    happened(new ControlEvent.Cancelled("ana", "enough"));

    assertThat(own(forkedAfter(asked, Parent.ENDED))).isEmpty();
    ForkPoint after = forkedAfter(edited, Parent.ENDED);
    assertThat(call(after, ADD).approved()).as("an approval is the parent's").isFalse();
    assertThat(call(after, ADD).call().arguments()).hasToString("{\"n\":7}");
  }

  @Test
  void inheritsNoStandingApprovals() {
    happened(asks(ADD));
    int asked = happened(asked(ADD));
    int allowed =
        happened(
            new HumanInputEvent.Allowed(
                "survey", 1, "c2", BigDecimal.TEN, "ana", NOW, Optional.empty(), digest(ADD)));
    happened(new ControlEvent.Cancelled("ana", "enough"));

    for (int point : new int[] {asked, allowed}) {
      ForkPoint fork = forkedAfter(point, Parent.ENDED);
      assertThat(own(fork)).isEmpty();
      assertThat(call(fork, ADD).approved()).isFalse();
      assertThat(fork.after(LATER).assignment().standingApprovals().byTool()).isEmpty();
    }
  }

  @Test
  void knowsWithWhichArgumentsTheParentMadeACall() {
    happened(asks(ADD));
    int asked = happened(asked(ADD));
    happened(edited(ADD, "{\"n\":7}"));
    happened(started(ADD, EffectClass.ONCE));

    for (Parent parent : Parent.values()) {
      ForkPoint point = forkedAfter(asked, parent);
      assertThat(call(point, ADD).call().arguments()).hasToString("{\"n\":7}");
      assertThat(call(point, ADD).approved()).isFalse();
      assertThat(call(point, ADD).mayHaveHappened()).isTrue();
    }
  }

  @Test
  void inheritsRefusals() {
    happened(asks(ADD));
    int asked = happened(asked(ADD));
    happened(decided(ADD, false));

    assertThat(forkedAfter(asked, Parent.ACTIVE).fates(LATER))
        .containsExactly(new ForkedCall(ADD, Fate.TAKEN_OVER));
  }

  @Test
  void quotesAPersonsVerdictOnALaterAttempt() {
    int reply = happened(asks(ADD));
    happened(started(ADD, EffectClass.ONCE));
    happened(new ToolCallEvent.Retrying("survey", 1, "c2", 1, TROUBLE, NOW));
    happened(started(ADD, EffectClass.ONCE));
    var verdict =
        new HumanInputEvent.Resolved(
            "survey", 1, "c2", OperatorVerdict.FAILED, "", "ana", "I looked", digest(ADD));
    happened(verdict);

    ForkPoint point = forkedAfter(reply, Parent.ACTIVE);

    assertThat(own(point)).containsExactly(started(ADD, EffectClass.ONCE), verdict.withoutDigest());
    assertThat(point.fates(LATER)).containsExactly(new ForkedCall(ADD, Fate.TAKEN_OVER));
  }

  @Test
  void waitsAsLongAsTheRun() {
    int reply = happened(asks(WAIT));
    happened(new ToolCallEvent.Deferred("survey", 1, "w1", LATER));

    ForkPoint point = forkedAfter(reply, Parent.ACTIVE);

    assertThat(point.fates(NOW)).containsExactly(new ForkedCall(WAIT, Fate.WAITS));
    assertThat(new Decider(3).next(point.after(NOW), NOW))
        .isEqualTo(new NextStep.AwaitTime(AGENT.phase("survey"), LATER));
  }

  @Test
  void concludesAgainWithoutAModelCall() {
    happened(reply("seen"));
    happened(new PhaseEvent.Completed("survey", "seen"));
    int end = happened(new LifecycleEvent.Completed("seen"));

    ForkPoint point = forkedAfter(end, Parent.ENDED);

    assertThat(next(point)).isEqualTo(new NextStep.Finish("seen"));
    assertThat(point.after(LATER).consumption().usage()).isEqualTo(new Usage(3, 4));
    assertThat(point.after(LATER).consumption().inherited()).isEqualTo(new Usage(3, 4));
    assertThat(point.after(LATER).listeningPhase()).isEmpty();
  }

  @Test
  void reopensAFailedPhaseWithFreshLimitsAndItsOwnMessages() {
    happened(new PhaseEvent.MessagePosted("survey", 1, "hurry", "ana", NOW, Optional.empty()));
    happened(new PhaseEvent.Failed("survey", TROUBLE));
    int end = happened(new LifecycleEvent.Failed(TROUBLE));

    RunState state = forkedAfter(end, Parent.ACTIVE).after(LATER);

    assertThat(new Decider(3).next(state, LATER)).isInstanceOf(NextStep.CallModel.class);
    assertThat(state.outcome()).isEmpty();
    assertThat(state.clock().since()).contains(LATER);
    assertThat(state.messages()).isZero();
    assertThat(state.listeningPhase()).contains("survey");
  }

  @Test
  void readsNoMessageAfterTheAnswer() {
    int answer = happened(reply("seen"));

    assertThat(forkedAfter(answer, Parent.ENDED).after(LATER).listeningPhase()).isEmpty();
  }

  @Test
  void foldsThePastFromTheJournalsOfItsAncestors() {
    happened(asks(ADD));
    happened(started(ADD, EffectClass.ONCE));
    int end = happened(new ControlEvent.Cancelled("ana", "enough"));
    MemoryJournal fork = fork(journal(), FORK, end);

    MemoryJournal again = fork(fork, new UUID(1, 3), 1);

    RunState state = ReplayedRun.from(again, again.run(), AGENT).state();
    assertThat(state.openPhase().orElseThrow().work().call("c2").orElseThrow().origin())
        .as("who began it")
        .contains(RUN);
  }

  @Test
  void refusesAnotherPastThanThatOfItsForkPoint() {
    int end = happened(asks(ADD));
    MemoryJournal fork = fork(journal(), FORK, end);
    events.set(end - 1, asks(PUT));
    var forged = new MemoryJournal(FORK, Optional.of(journal()));
    forged.append(new Writer(FORK, "default", 0), Position.START, fork.events()).await();

    assertThatThrownBy(() -> ReplayedRun.from(forged, FORK, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining(RUN.toString())
        .hasMessageContaining("event " + end)
        .hasMessageContaining(FORK.toString());
  }

  @Test
  void refusesAMissingPast() {
    int end = happened(asks(ADD));
    MemoryJournal whole = journal();
    MemoryJournal fork = fork(whole, FORK, end);
    var left = new MemoryJournal(FORK, Optional.of(whole.cutAfter(end - 1)));
    left.append(new Writer(FORK, "default", 0), Position.START, fork.events()).await();

    assertThatThrownBy(() -> ReplayedRun.from(left, FORK, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event %d: is missing".formatted(end));
  }

  /** Records an event; returns its position. */
  private int happened(RunEvent event) {
    events.add(event);
    return events.size();
  }

  private MemoryJournal journal() {
    var journal = new MemoryJournal(RUN);
    journal.append(new Writer(RUN, "default", 0), Position.START, events).await();
    return journal;
  }

  private ForkPoint forkedAfter(int sequence, Parent parent) {
    return point(journal(), sequence, parent == Parent.ENDED);
  }

  private static ForkPoint point(MemoryJournal run, int sequence, boolean ended) {
    return ForkPoint.read(
        run, new ForkPoint.Parent(run.run(), AGENT, ended), sequence, ForkPointTest::effect);
  }

  private static MemoryJournal fork(MemoryJournal run, UUID id, int sequence) {
    var fork = new MemoryJournal(id, Optional.of(run));
    fork.append(
            new Writer(id, "default", 0),
            Position.START,
            point(run, sequence, true).events(id, "ana", LATER, Optional.empty()))
        .await();
    return fork;
  }

  private static Optional<EffectClass> effect(String tool) {
    return Optional.of(
        switch (tool) {
          case "put" -> EffectClass.IDEMPOTENT;
          case "pay" -> EffectClass.RECONCILABLE;
          default -> EffectClass.ONCE;
        });
  }

  /** Returns what a fork records after its first event. */
  private static List<RunEvent> own(ForkPoint point) {
    List<RunEvent> events = point.events(FORK, "ana", LATER, Optional.empty());
    return events.subList(1, events.size());
  }

  private static Optional<UUID> origin(ForkPoint point, ToolCall call) {
    return call(point, call).origin();
  }

  private static ToolCallState call(ForkPoint point, ToolCall call) {
    return point.after(LATER).call(call.id()).orElseThrow();
  }

  /** Returns the digest of a call after all events so far. */
  private Optional<String> digest(ToolCall call) {
    return ReplayedRun.from(journal(), RUN, AGENT)
        .state()
        .call(call.id())
        .map(ToolCallState::digest);
  }

  private RunEvent decided(ToolCall call, boolean approved) {
    return new HumanInputEvent.Decided(
        "survey", 1, call.id(), approved, "ana", NOW, Optional.empty(), digest(call));
  }

  private RunEvent edited(ToolCall call, String arguments) {
    return new HumanInputEvent.Edited(
        "survey",
        1,
        call.id(),
        new HumanInputEvent.Edited.Change(
            new JsonValue(arguments),
            ReplayedRun.from(journal(), RUN, AGENT)
                .state()
                .call(call.id())
                .orElseThrow()
                .digestWith(new JsonValue(arguments))),
        "ana",
        NOW,
        Optional.empty(),
        digest(call));
  }

  private static RunEvent asked(ToolCall call) {
    return new ToolCallEvent.Asked(
        "survey",
        1,
        call.id(),
        QuestionKind.APPROVAL,
        "may it?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE.in(RUN));
  }

  private static NextStep next(ForkPoint point) {
    return new Decider(3).next(point.after(LATER), LATER);
  }

  private static RunEvent asks(ToolCall... calls) {
    return Replies.of("survey", 1, "", List.of(calls), new Usage(1, 1));
  }

  private static RunEvent reply(String text) {
    return Replies.of("survey", 1, text, List.of(), new Usage(3, 4));
  }

  private static RunEvent started(ToolCall call, EffectClass effect) {
    return new ToolCallEvent.Started(
        new CallLocation("survey", 1, call.id()),
        call.tool(),
        effect,
        Optional.empty(),
        Optional.empty());
  }

  private static RunEvent completed(ToolCall call) {
    return new ToolCallEvent.Completed(
        new CallLocation("survey", 1, call.id()), "done", List.of(), Optional.empty());
  }

  private static RunEvent failed(ToolCall call) {
    return new ToolCallEvent.Failed("survey", 1, call.id(), TROUBLE, Optional.empty());
  }
}
