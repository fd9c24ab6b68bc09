package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
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
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The tool calls of a run are listed from the newest, in pages, whatever the run's length. */
class CallListTest {

  private final MemoryJournal journal = new MemoryJournal(UUID.randomUUID());
  private final Writer writer = new Writer(journal.run(), "default", journal.claim());
  private Position end = Position.START;
  private long eventsRead;

  @Test
  void hasTheCallsOfTheNewestReplyFirst() {
    reply(1, "a", "b");
    append(started(1, "a"), completed(1, "a"), started(1, "b"), failed(1, "b"));
    reply(2, "c");
    append(started(2, "c"));

    List<CallEntry> calls = page(10, Optional.empty()).calls();

    assertThat(calls).extracting(CallListTest::id).containsExactly("c", "a", "b");
    assertThat(calls).extracting(call -> call.state().isEnded()).containsExactly(false, true, true);
    assertThat(calls).extracting(call -> call.requested().sequence()).containsExactly(6L, 1L, 1L);
    assertThat(calls)
        .extracting(call -> call.ended().map(EventPlace::sequence))
        .containsExactly(Optional.empty(), Optional.of(3L), Optional.of(5L));
  }

  @Test
  void countsEachAttempt() {
    reply(1, "a");
    append(started(1, "a"), retrying(1, "a"), started(1, "a"), completed(1, "a"));

    CallEntry call = page(10, Optional.empty()).calls().getFirst();

    assertThat(call.attempts()).isEqualTo(2);
    assertThat(call.started().orElseThrow().sequence()).isEqualTo(2);
    assertThat(call.ended().orElseThrow().sequence()).isEqualTo(5);
  }

  @Test
  void aRetryOfTheRunContinuesTheCallsThatItLeft() {
    reply(1, "a");
    append(started(1, "a"), retrying(1, "a"));
    append(new ControlEvent.Retried("ana", Instant.EPOCH), started(1, "a"), completed(1, "a"));

    assertThat(page(10, Optional.empty()).calls().getFirst().state().isEnded()).isTrue();
  }

  @Test
  void pagesLeadFromTheNewestCallToTheFirst() {
    for (int i = 1; i <= 40; i++) {
      reply(i, "a" + i, "b" + i, "c" + i);
      append(completed(i, "a" + i), completed(i, "b" + i), completed(i, "c" + i));
    }

    List<String> all = new ArrayList<>();
    Optional<CallPlace> from = Optional.empty();
    do {
      CallPage page = page(7, from);
      assertThat(page.calls().size()).isLessThanOrEqualTo(7);
      assertThat(page.calls()).allSatisfy(call -> assertThat(call.ended()).isPresent());
      page.calls().forEach(call -> all.add(id(call)));
      from = page.next();
    } while (from.isPresent());

    assertThat(all).hasSize(120).doesNotHaveDuplicates();
    assertThat(all.subList(0, 4)).containsExactly("a40", "b40", "c40", "a39");
    assertThat(all.getLast()).isEqualTo("c1");
  }

  @Test
  void aPageOfALongRunReadsASmallPartOfIt() {
    for (int i = 1; i <= 5_000; i++) {
      reply(i, "a");
      append(completed(i, "a"));
    }

    eventsRead = 0;
    assertThat(page(20, Optional.empty()).calls()).hasSize(20);
    assertThat(eventsRead).isLessThanOrEqualTo(1_000);
  }

  @Test
  void aSearchEndsAfterSomeThousandEventsAndGoesOnWithTheNextPage() {
    reply(1, "rare");
    append(started(1, "rare"), failed(1, "rare"));
    for (int i = 2; i <= 8_000; i++) {
      reply(i, "a");
      append(completed(i, "a"));
    }

    Optional<CallPlace> from = Optional.empty();
    List<CallEntry> found = new ArrayList<>();
    int pages = 0;
    do {
      eventsRead = 0;
      CallPage page = page(20, call -> id(call).equals("rare"), from);
      assertThat(eventsRead).isLessThanOrEqualTo(6_500);
      found.addAll(page.calls());
      from = page.next();
      pages++;
    } while (from.isPresent());

    assertThat(found).extracting(CallListTest::id).containsExactly("rare");
    assertThat(pages).isEqualTo(4);
  }

  @Test
  void findsACallThatManyEventsFollow() {
    reply(1, "a");
    append(started(1, "a"));
    for (int i = 0; i < 1_200; i++) {
      append(new LifecycleEvent.HandedOver("here#1"));
    }

    assertThat(page(10, Optional.empty()).calls())
        .extracting(CallListTest::id)
        .containsExactly("a");
  }

  @Test
  void aForkHasTheCallsThatItTookOver() {
    append(
        new LifecycleEvent.Forked(
            new UUID(0, 1),
            7,
            "0".repeat(64),
            List.of(),
            "ana",
            Instant.EPOCH,
            Optional.empty(),
            "v",
            Optional.empty()));
    append(started(1, "a"), completed(1, "a"));

    List<CallEntry> calls = page(10, Optional.empty()).calls();

    assertThat(calls).extracting(CallListTest::id).containsExactly("a");
    assertThat(calls.getFirst().requested().sequence()).isEqualTo(1);
    assertThat(calls.getFirst().state().isEnded()).isTrue();
  }

  @Test
  void refusesAPlaceThatIsNoneOfThisRun() {
    reply(1, "a");
    append(completed(1, "a"));

    for (long place : new long[] {2, 3, 99}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> page(10, Optional.of(new CallPlace(place, 0))));
    }
  }

  private CallPage page(int limit, Optional<CallPlace> from) {
    return page(limit, call -> true, from);
  }

  private CallPage page(int limit, Predicate<CallEntry> wanted, Optional<CallPlace> from) {
    var page = new CallPageBuilder(limit, wanted);
    new CallList(this::read, this::forked).fill(page, end.sequence(), from);
    return page.page();
  }

  private List<RecordedEvent> read(long after, int limit) {
    List<RecordedEvent> page =
        journal.read(journal.run(), journal.position(journal.run(), after), limit);
    eventsRead += page.size();
    return page;
  }

  /** The state of a fork whose parent's model had requested a call that was not begun. */
  private RunState forked() {
    var call = new ToolCall("a", "put", JsonValue.EMPTY_OBJECT);
    return RunState.of(Agents.agent("one").phase("one", "put").build())
        .apply(Submissions.of("one", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new PhaseEvent.Started("one", "go", Instant.EPOCH))
        .apply(Replies.of("one", 1, "", List.of(call), Usage.NONE));
  }

  private static String id(CallEntry call) {
    return call.state().call().id();
  }

  private void reply(int iteration, String... calls) {
    append(
        Replies.of(
            "one",
            iteration,
            "thinking",
            List.of(calls).stream()
                .map(id -> new ToolCall(id, "put", JsonValue.EMPTY_OBJECT))
                .toList(),
            Usage.NONE));
  }

  private static ToolCallEvent started(int iteration, String call) {
    return new ToolCallEvent.Started(
        new CallLocation("one", iteration, call),
        "put",
        EffectClass.ONCE,
        Optional.empty(),
        Optional.empty());
  }

  private static ToolCallEvent completed(int iteration, String call) {
    return new ToolCallEvent.Completed(
        new CallLocation("one", iteration, call), "fine", List.of(), Optional.empty());
  }

  private static ToolCallEvent failed(int iteration, String call) {
    return new ToolCallEvent.Failed(
        "one", iteration, call, new Failure("busy", "later"), Optional.empty());
  }

  private static ToolCallEvent retrying(int iteration, String call) {
    return new ToolCallEvent.Retrying(
        "one", iteration, call, 1, new Failure("busy", "later"), Instant.EPOCH);
  }

  private void append(RunEvent... events) {
    end = journal.append(writer, end, List.of(events)).end();
  }
}
