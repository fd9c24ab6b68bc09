package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RecordElsewhereException;
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.TestRun;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.ToolCallState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people read of the record of a run of their tenant. */
class RecordReaderTest {

  private static final AgentDefinition AGENT = Agents.agent("a").phase("one", "put").build();

  private final MemoryJournal journal = new MemoryJournal(UUID.randomUUID());
  private final Runs runs =
      new Runs(
          journal,
          new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none()));
  private final RecordReader records = new RecordReader(runs, journal);
  private final CallReader calls = new CallReader(records, journal);
  private final PastStates states = new PastStates(records, journal, new RecordReads());
  private Position end = Position.START;

  @Test
  void readsOnAfterAnEvent() {
    aRunWithTwoCalls();

    RecordPage page = records.page(run(), 5);

    assertThat(page.events()).extracting(RecordedEvent::sequence).containsExactly(6L, 7L, 8L, 9L);
    assertThat(page.nextAfter()).isEmpty();
  }

  @Test
  void refusesTheEventsOfAnotherTenant() {
    append("other", submitted());

    assertThatThrownBy(() -> records.read(run(), 0, 10))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("tenant");
  }

  @Test
  void refusesARecordInTheMemoryOfAnotherServer() {
    var elsewhere =
        new TestRun(journal.run(), RunStatus.RUNNING, 1, Optional.of("the-other-server"));

    assertThatThrownBy(() -> records.read(elsewhere, 0, 10))
        .isInstanceOf(RecordElsewhereException.class)
        .hasMessageContaining("the-other-server");
  }

  @Test
  void pagesCallsFromTheNewest() {
    aRunWithTwoCalls();

    CallPage first =
        calls.page(run(), AGENT, new CallReader.Query(call -> true, 1, Optional.empty()));
    CallPage second = calls.page(run(), AGENT, new CallReader.Query(call -> true, 1, first.next()));

    assertThat(first.calls()).extracting(it -> it.state().call().id()).containsExactly("b");
    assertThat(second.calls()).extracting(it -> it.state().call().id()).containsExactly("a");
    assertThat(second.next()).isEmpty();
  }

  @Test
  void knowsWhatTheRunWasAfterAnEvent() {
    aRunWithTwoCalls();

    assertThat(states.at(run(), AGENT, 1).status()).isEqualTo(RunStatus.QUEUED);
    PastState during = states.at(run(), AGENT, 5);
    assertThat(during.place().sequence()).isEqualTo(5);
    assertThat(during.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(during.state().openPhase().orElseThrow().work().calls())
        .extracting(call -> call.call().id(), ToolCallState::isEnded)
        .containsExactly(tuple("a", false));
  }

  @Test
  void countsTheStepsBetweenTwoEvents() {
    aRunWithTwoCalls();

    assertThat(states.steps(run(), 4, 9))
        .as("after the first reply")
        .isEqualTo(new StepCount(1, 0, List.of(new StepCount.ToolUse("put", 1, 2))));
  }

  @Test
  void namesTheServerThatLastStartedACall() {
    aRunWithTwoCalls();
    var lookup = new CallStartLookup(journal);
    var open = states.at(run(), AGENT, 9).state().openPhase().orElseThrow();
    ToolCallState b = open.work().calls().getFirst();

    assertThat(lookup.lastOf(journal.run(), open, b)).contains("there#1");
    assertThat(lookup.lastOf(journal.run(), open, ToolCallState.asked(call("c")))).isEmpty();
  }

  /** Appends nine events; another server takes over after the first call. */
  private void aRunWithTwoCalls() {
    append(
        "default",
        submitted(),
        new LifecycleEvent.Admitted("here#1", Instant.EPOCH),
        new PhaseEvent.Started("one", "go", Instant.EPOCH),
        reply(1, "a"),
        started(1, "a"),
        completed(1, "a"));
    append(
        "default",
        new LifecycleEvent.Admitted("there#1", Instant.EPOCH),
        reply(2, "b"),
        started(2, "b"));
  }

  private Run run() {
    return new TestRun(journal.run(), RunStatus.RUNNING, end.sequence());
  }

  private void append(String tenant, RunEvent... events) {
    end =
        journal
            .append(new Writer(journal.run(), tenant, journal.claim()), end, List.of(events))
            .await();
  }

  private static RunEvent submitted() {
    return Submissions.of("a", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private static ToolCall call(String id) {
    return new ToolCall(id, "put", JsonValue.EMPTY_OBJECT);
  }

  private static RunEvent reply(int iteration, String call) {
    return Replies.of("one", iteration, "", List.of(call(call)), new Usage(1, 1));
  }

  private static RunEvent started(int iteration, String call) {
    return new ToolCallEvent.Started(
        new CallLocation("one", iteration, call),
        "put",
        EffectClass.IDEMPOTENT,
        Optional.empty(),
        Optional.empty());
  }

  private static RunEvent completed(int iteration, String call) {
    return new ToolCallEvent.Completed(
        new CallLocation("one", iteration, call), "fine", List.of(), Optional.empty());
  }
}
