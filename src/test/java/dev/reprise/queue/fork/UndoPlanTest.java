package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
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
import dev.reprise.queue.fork.UndoPlan.CallStatus;
import dev.reprise.run.ForkPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which calls can be undone, according to a run's record. */
class UndoPlanTest {

  private static final UUID RUN = new UUID(1, 1);
  private static final UUID FORK = new UUID(1, 2);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ToolCall A = move("a");
  private static final ToolCall B = move("b");
  private static final ToolCall C = move("c");
  private static final ToolCall NOTE = new ToolCall("n", "note", JsonValue.EMPTY_OBJECT);
  private static final AgentDefinition AGENT =
      Agents.agent("mover").phase("only", "move", "note").build();

  private final List<RunEvent> events =
      new ArrayList<>(
          List.of(
              Submissions.of("mover", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
              new LifecycleEvent.Admitted("server", NOW),
              new PhaseEvent.Started("only", "go", NOW)));

  @Test
  void listsCallsThatTookEffectNewestFirst() {
    asks(1, A, NOTE, B);
    completed(1, B, NOTE, A);
    asks(2, C);
    completed(2, C);

    UndoPlan plan = plan(0);

    assertThat(calls(plan)).containsExactly(C, A, B);
    assertThat(plan.due())
        .extracting(ToolCallRecord::event)
        .isSortedAccordingTo((x, y) -> Long.compare(y, x));
    assertThat(plan.calls().getFirst().call().iteration()).isEqualTo(2);
    assertThat(plan.calls().getFirst().call().phase()).isEqualTo("only");
  }

  @Test
  void omitsCallsWithoutAnEffect() {
    asks(1, A, B);
    started(1, A);
    events.add(
        new ToolCallEvent.Failed(
            "only", 1, "a", new Failure("taken", "it is taken"), Optional.empty()));

    assertThat(plan(0).calls()).isEmpty();
  }

  @Test
  void trustsTheVerdictOfAPersonAndOfTheTool() {
    asks(1, A, B, C);
    started(1, A);
    started(1, B);
    started(1, C);
    events.add(
        new HumanInputEvent.Resolved(
            "only", 1, "a", OperatorVerdict.SUCCEEDED, "x", "ana", "seen", Optional.empty()));
    events.add(
        new ToolCallEvent.Reconciled(
            new CallLocation("only", 1, "b"),
            ReconciliationFinding.HAPPENED,
            "y",
            "",
            Optional.empty()));
    events.add(
        new HumanInputEvent.Resolved(
            "only", 1, "c", OperatorVerdict.FAILED, "", "ana", "seen", Optional.empty()));

    assertThat(calls(plan(0))).containsExactly(B, A);
  }

  @Test
  void showsUnknownOutcomesAndDoesNotUndoThem() {
    asks(1, A, B);
    completed(1, A);
    started(1, B);
    events.add(new ControlEvent.Cancelled("ana", "enough"));

    UndoPlan plan = plan(0);

    assertThat(plan.calls())
        .extracting(UndoPlan.Entry::standing)
        .containsExactly(CallStatus.IN_DOUBT, CallStatus.PENDING);
    assertThat(plan.due()).extracting(ToolCallRecord::call).containsExactly(A);
    assertThat(plan.ended(plan.calls().getFirst().call().event())).isEmpty();
  }

  @Test
  void changesAfterACallWasUndone() {
    asks(1, A, B);
    completed(1, A, B);
    UndoPlan before = plan(0);
    long newest = before.due().getFirst().event();

    UndoPlan plan = plan(0, Map.of(newest, new UndoRecord(newest, FORK, NOW)));

    assertThat(plan.digest()).isNotEqualTo(before.digest()).isNotEqualTo(plan(newest).digest());
    assertThat(plan.due()).extracting(ToolCallRecord::call).containsExactly(A);
    assertThat(plan.calls().getFirst().standing()).isEqualTo(CallStatus.UNDONE);
    assertThat(before.pendingAfter(plan.due().getFirst().event()).orElseThrow().call())
        .isEqualTo(B);
    assertThat(plan.pendingAfter(plan.due().getFirst().event())).isEmpty();
  }

  @Test
  void beginsAfterAnEventWithTheCallsRequestedThere() {
    asks(1, A);
    int reply = events.size();
    completed(1, A);
    asks(2, B);
    completed(2, B);

    assertThat(calls(plan(reply))).containsExactly(B);
    assertThat(calls(plan(reply - 1))).containsExactly(B, A);
  }

  @Test
  void ofAForkHasOnlyTheForksOwnCalls() {
    asks(1, A, B);
    int reply = events.size();
    completed(1, A);
    var parent = new MemoryJournal(RUN);
    parent.append(new Writer(RUN, "acme", 0), Position.START, events).await();
    var fork = new MemoryJournal(FORK, Optional.of(parent));
    List<RunEvent> forked =
        new ArrayList<>(
            ForkPoint.read(
                    parent,
                    new ForkPoint.Parent(RUN, AGENT, true),
                    reply,
                    tool -> Optional.of(EffectClass.RECONCILABLE))
                .events(FORK, "ana", NOW, Optional.empty()));
    forked.add(
        new ToolCallEvent.Started(
            new CallLocation("only", 1, "b"),
            "move",
            EffectClass.RECONCILABLE,
            Optional.empty(),
            Optional.empty()));
    forked.add(
        new ToolCallEvent.Completed(
            new CallLocation("only", 1, "b"), "done", List.of(), Optional.empty()));
    forked.add(reply(2, C));
    forked.add(
        new ToolCallEvent.Completed(
            new CallLocation("only", 2, "c"), "done", List.of(), Optional.empty()));
    fork.append(new Writer(FORK, "acme", 0), Position.START, forked).await();

    assertThat(ToolCallHistory.read(fork, FORK, AGENT, "move"::equals))
        .extracting(ToolCallRecord::call)
        .containsExactly(C, B);
    assertThat(ToolCallHistory.read(parent, RUN, AGENT, "move"::equals))
        .extracting(ToolCallRecord::call)
        .containsExactly(A);
  }

  private UndoPlan plan(long after) {
    return plan(after, Map.of());
  }

  private UndoPlan plan(long after, Map<Long, UndoRecord> undone) {
    var journal = new MemoryJournal(RUN);
    journal.append(new Writer(RUN, "acme", 0), Position.START, events).await();
    return UndoPlan.of(
        RUN, after, ToolCallHistory.read(journal, RUN, AGENT, "move"::equals), undone);
  }

  private static List<ToolCall> calls(UndoPlan plan) {
    return plan.calls().stream().map(entry -> entry.call().call()).toList();
  }

  private static ToolCall move(String id) {
    return new ToolCall(id, "move", new JsonValue("{\"of\":\"%s\"}".formatted(id)));
  }

  private void asks(int iteration, ToolCall... calls) {
    events.add(reply(iteration, calls));
  }

  private static RunEvent reply(int iteration, ToolCall... calls) {
    return Replies.of("only", iteration, "", List.of(calls), new Usage(1, 1));
  }

  private void started(int iteration, ToolCall call) {
    events.add(
        new ToolCallEvent.Started(
            new CallLocation("only", iteration, call.id()),
            call.tool(),
            EffectClass.RECONCILABLE,
            Optional.empty(),
            Optional.empty()));
  }

  private void completed(int iteration, ToolCall... calls) {
    for (ToolCall call : calls) {
      started(iteration, call);
      events.add(
          new ToolCallEvent.Completed(
              new CallLocation("only", iteration, call.id()), "done", List.of(), Optional.empty()));
    }
  }
}
