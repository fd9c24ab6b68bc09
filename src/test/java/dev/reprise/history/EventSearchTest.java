package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
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
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Runs;
import dev.reprise.queue.row.TestRun;
import dev.reprise.run.state.RunStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events are found by text, type, tool and fault; a page reads a bounded part of the record. */
class EventSearchTest {

  private static final EventFilter ALL =
      new EventFilter(Optional.empty(), Set.of(), Optional.empty(), false);

  private final MemoryJournal journal = new MemoryJournal(UUID.randomUUID());
  private final Runs runs =
      new Runs(
          journal,
          new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none()));
  private final Ticking clock = new Ticking();
  private final EventSearch search =
      new EventSearch(new RecordReader(runs, journal), new RecordReads(), clock);
  private Position end = Position.START;

  @Test
  void findsATextInTheValuesButNotInTheirNames() {
    aRunWithTwoCalls();

    assertThat(found(text("SAID \"so\"\n"))).containsExactly(5L);
    assertThat(found(text("callId"))).isEmpty();
    assertThat(found(text(".*"))).isEmpty();
  }

  @Test
  void findsAllThatIsAboutCallsOfATool() {
    aRunWithTwoCalls();

    assertThat(found(tool("put"))).containsExactly(3L, 4L, 5L);
    assertThat(found(tool("get"))).containsExactly(6L, 7L, 8L);
  }

  @Test
  void knowsTheToolOfACallThatWasAskedForBeforeThePageBegins() {
    aRunWithTwoCalls();

    assertThat(sequences(search.find(run(), 7, tool("get"), 10))).containsExactly(8L);
  }

  @Test
  void findsFaultsAndTypes() {
    aRunWithTwoCalls();

    assertThat(found(new EventFilter(Optional.empty(), Set.of(), Optional.empty(), true)))
        .containsExactly(8L, 9L);
    assertThat(
            found(new EventFilter(Optional.empty(), Set.of("run.failed"), Optional.empty(), false)))
        .containsExactly(9L);
    assertThat(found(new EventFilter(Optional.of("low"), Set.of(), Optional.of("get"), true)))
        .containsExactly(8L);
  }

  @Test
  void anAnswerThatWasRefusedIsAFault() {
    append(
        submitted(),
        new PhaseEvent.Started("one", "begin", Instant.EPOCH),
        Replies.of("one", 1, "none", List.of(), new Usage(1, 1)),
        new PhaseEvent.OutputRejected("one", 1, "not JSON alone"));

    assertThat(found(new EventFilter(Optional.empty(), Set.of(), Optional.empty(), true)))
        .containsExactly(4L);
  }

  @Test
  void continuesAfterTheLastEventThatWasExamined() {
    aRunWithTwoCalls();

    EventSearch.Found first = search.find(run(), 0, tool("put"), 2);
    EventSearch.Found second = search.find(run(), first.last(), tool("put"), 2);

    assertThat(first.last()).isEqualTo(4);
    assertThat(sequences(second)).containsExactly(5L);
    assertThat(second.last()).as("the newest").isEqualTo(9);
    assertThat(search.find(run(), 9, ALL, 2).last()).isEqualTo(9);
  }

  @Test
  void aPageEndsAfterSoManyCharacters() {
    String eighth = "x".repeat((int) EventSearch.MAX_CHARACTERS / 8);
    append(submitted());
    for (int i = 0; i < 400; i++) {
      append(completed("put", i < 8 ? eighth : "y"));
    }

    EventSearch.Found first = search.find(run(), 0, text("nothing"), 10);

    assertThat(first.events()).isEmpty();
    assertThat(first.last()).isBetween(9L, 208L);
  }

  @Test
  void aPageEndsAfterSoMuchTime() {
    append(submitted());
    for (int i = 0; i < 500; i++) {
      append(new PhaseEvent.Started("more", "go", Instant.EPOCH));
    }
    clock.step = EventSearch.READING;

    assertThat(search.find(run(), 0, text("nothing"), 10).last()).isBetween(1L, 200L);
  }

  /** Appends nine events; the second call fails. */
  private void aRunWithTwoCalls() {
    append(
        submitted(),
        new PhaseEvent.Started("one", "begin", Instant.EPOCH),
        reply(1, "a", "put"),
        started(1, "a", "put"),
        completed("a", "it said \"so\"\n then"),
        reply(2, "b", "get"),
        started(2, "b", "get"),
        new ToolCallEvent.Failed(
            new CallLocation("one", 2, "b"), new Failure("low", "too low"), Optional.empty()),
        new LifecycleEvent.Failed(new Failure("given_up", "it is of no use")));
  }

  private List<Long> found(EventFilter filter) {
    return sequences(search.find(run(), 0, filter, 100));
  }

  private static List<Long> sequences(EventSearch.Found found) {
    return found.events().stream().map(RecordedEvent::sequence).toList();
  }

  private static EventFilter text(String text) {
    return new EventFilter(Optional.of(text), Set.of(), Optional.empty(), false);
  }

  private static EventFilter tool(String tool) {
    return new EventFilter(Optional.empty(), Set.of(), Optional.of(tool), false);
  }

  private TestRun run() {
    return new TestRun(journal.run(), RunStatus.RUNNING, end.sequence());
  }

  private void append(RunEvent... events) {
    end =
        journal
            .append(new Writer(journal.run(), "default", journal.claim()), end, List.of(events))
            .await();
  }

  private static RunEvent submitted() {
    return Submissions.of("a", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private static RunEvent reply(int iteration, String call, String tool) {
    var calls = List.of(new ToolCall(call, tool, JsonValue.EMPTY_OBJECT));
    return Replies.of("one", iteration, "", calls, new Usage(1, 1));
  }

  private static RunEvent started(int iteration, String call, String tool) {
    return new ToolCallEvent.Started(
        new CallLocation("one", iteration, call),
        tool,
        EffectClass.IDEMPOTENT,
        Optional.empty(),
        Optional.empty());
  }

  private static RunEvent completed(String call, String content) {
    return new ToolCallEvent.Completed(
        new CallLocation("one", 1, call), content, List.of(), Optional.empty());
  }

  /** Each look at it takes some time. */
  private static final class Ticking extends Clock {

    private Instant now = Instant.EPOCH;
    private Duration step = Duration.ZERO;

    @Override
    public Instant instant() {
      now = now.plus(step);
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
