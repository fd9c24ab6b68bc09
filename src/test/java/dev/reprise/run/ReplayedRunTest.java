package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.state.CallKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A fold misses nothing, no matter in which portions the journal returns its events. */
class ReplayedRunTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Phase PHASE =
      new Phase("count", new Template("count"), List.of(), true, Limits.OF_A_PHASE);
  private static final AgentDefinition AGENT = Agents.agent("counter").phases(PHASE).build();

  @Test
  void readsOnAfterAPageThatIsShortBecauseItsEventsAreLarge() {
    UUID run = UUID.randomUUID();
    var journal = new MemoryJournal(run);
    var writer = new Writer(run, "default", journal.claim());
    Position head = Position.START;
    for (int i = 0; i < 5; i++) {
      head = journal.append(writer, head, List.of(new LifecycleEvent.RecordDelayed(1))).end();
    }

    ReplayedRun folded = ReplayedRun.from(new OneAtATime(journal), run, AGENT);

    assertThat(folded.head()).isEqualTo(head);
    assertThat(folded.state().failures().storeFailures()).isEqualTo(5);
  }

  @Test
  void aCallDelegatedToARunThatIsNotItsChildBreaksTheRecord() {
    UUID run = UUID.randomUUID();

    assertThatThrownBy(() -> ReplayedRun.from(delegating(run, UUID.randomUUID()), run, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 3: hands a call to a run that is not the child of this call");
  }

  @Test
  void aCallDelegatedToItsChildIsOpen() {
    UUID run = UUID.randomUUID();
    UUID child = CallKey.child(CallKey.of(run, new CallLocation("count", 1, "c")));

    ReplayedRun folded = ReplayedRun.from(delegating(run, child), run, AGENT);

    assertThat(folded.state().call("c")).hasValueSatisfying(it -> it.isDelegated());
  }

  @Test
  void aQuestionOfAnotherRunBreaksTheRecord() {
    UUID run = UUID.randomUUID();

    assertThat(ReplayedRun.from(asking(run, run), run, AGENT).state().call("c"))
        .hasValueSatisfying(it -> it.isWithPerson());
    assertThatThrownBy(() -> ReplayedRun.from(asking(run, UUID.randomUUID()), run, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 3: is a question of another run");
  }

  /** The records of all existing runs contain the ids of child runs. */
  @Test
  void theIdOfAChildRunNeverChanges() {
    assertThat(CallKey.child(CallKey.of(new UUID(0, 1), new CallLocation("count", 2, "c"))))
        .isEqualTo(
            UUID.nameUUIDFromBytes(
                "delegate 00000000-0000-0000-0000-000000000001/count/2/c"
                    .getBytes(StandardCharsets.UTF_8)));
  }

  private static MemoryJournal delegating(UUID run, UUID child) {
    return calling(
        run,
        "delegate",
        new ChildRunEvent.Delegated(
            "count",
            1,
            "c",
            child,
            "other",
            JsonValue.EMPTY_OBJECT,
            new Delegation(run, "c", 1, 5, NOW)));
  }

  private static MemoryJournal asking(UUID run, UUID asking) {
    return calling(
        run,
        "ask_human",
        new ToolCallEvent.Asked(
            "count",
            1,
            "c",
            QuestionKind.ANSWER,
            "why?",
            Optional.empty(),
            Optional.empty(),
            ApprovalTerms.NONE.in(asking)));
  }

  private static MemoryJournal calling(UUID run, String tool, ToolCallEvent event) {
    var journal = new MemoryJournal(run);
    var call = new ToolCall("c", tool, JsonValue.EMPTY_OBJECT);
    List<RunEvent> events =
        List.of(
            new PhaseEvent.Started("count", "go", NOW),
            Replies.of("count", 1, "", List.of(call), new Usage(1, 1)),
            event);
    journal.append(new Writer(run, "default", journal.claim()), Position.START, events).await();
    return journal;
  }

  private record OneAtATime(Journal journal) implements Journal {

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
      return journal.append(writer, head, events, row);
    }

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      return journal.read(run, after, 1);
    }

    @Override
    public Position position(UUID run, long sequence) {
      return journal.position(run, sequence);
    }
  }
}
