package dev.reprise.api.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Streams get each event once and in order, and clients that take nothing harm no other client. */
class StreamPumpTest {

  private static final LiveSnapshot SILENCE = new LiveSnapshot(Optional.empty(), List.of());

  private static final long ALL = Long.MAX_VALUE / 2;

  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final FollowedRun run = new FollowedRun(clock);
  private final StreamPump pump = run.pump();

  @Property(tries = 100)
  void writesEachLaterEventOnceHoweverSlowlyItIsTaken(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(max = 30_000) Integer> sizes,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 30) Integer> places,
      @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 1, max = 100_000) Integer> steps) {
    var followed = new FollowedRun(clock);
    var itsPump = followed.pump();
    sizes.forEach(followed::says);
    List<EventStream> streams = new ArrayList<>();
    List<ClientConnection> clients = new ArrayList<>();
    for (int place : places) {
      var client = new ClientConnection();
      streams.add(followed.stream(Math.min(place, sizes.size()), client));
      clients.add(client);
    }
    followed.ends();

    for (int i = 0; streams.stream().anyMatch(stream -> !stream.isClosed()); i++) {
      itsPump.feed(streams);
      int step = steps.get(i % steps.size());
      for (int s = i % 2; s < streams.size(); s += i % 3 + 1) { // not all of them each time
        clients.get(s).takes(streams.get(s), step);
      }
    }

    for (int s = 0; s < streams.size(); s++) {
      long after = Math.min(places.get(s), sizes.size());
      assertThat(clients.get(s).blocks().getFirst()).isEqualTo("event: snapshot");
      assertThat(clients.get(s).ids())
          .containsExactlyElementsOf(
              LongStream.rangeClosed(after + 1, sizes.size() + 1).boxed().toList());
    }
  }

  @Test
  void sharesOneReadAmongStreamsAtTheSamePosition() {
    run.says(100_000);
    var streams = List.of(waiting(), waiting(), waiting());

    pump.feed(streams);

    StreamChunk first = streams.getFirst().status().waiting().orElseThrow();
    assertThat(streams)
        .allSatisfy(it -> assertThat(it.status().waiting().orElseThrow()).isSameAs(first));
    assertThat(StreamPump.waitingBytes(streams)).isBetween(100_000L, 101_000L);
  }

  @Test
  void readsNoMoreForAClientThatTakesNothing() {
    for (int i = 0; i < 50; i++) {
      run.says(100_000);
    }
    var stream = waiting();

    for (int i = 0; i < 5; i++) {
      pump.feed(List.of(stream));
    }

    assertThat(StreamPump.waitingBytes(List.of(stream))).isLessThan(StreamChunk.FULL_BYTES + 1000);
    assertThat(stream.status().position().sequence()).isEqualTo(2);
  }

  @Test
  void dropsTheSlowestWhenTooMuchWaits() {
    long memory = 200_000;
    var tight = new StreamPump(run::heads, run.journal, id -> SILENCE, memory);
    var readerClient = new ClientConnection();
    var reader = run.stream(0, readerClient);
    readerClient.takes(reader, ALL);
    var streams = new ArrayList<>(List.of(reader));
    for (int i = 0; i < 30; i++) {
      run.says(10_000);
      clock.moveTo(clock.instant().plusMillis(250));
      streams.add(waiting(i));
      tight.feed(streams);
      assertThat(StreamPump.waitingBytes(streams)).isLessThanOrEqualTo(memory);
    }

    assertThat(readerClient.ids()).hasSize(30);
    assertThat(streams.get(1).isClosed()).as("the one that has waited longest").isTrue();
    assertThat(streams.get(30).isClosed()).as("the one that began to wait last").isFalse();
    assertThat(streams.stream().filter(EventStream::isClosed)).hasSizeBetween(8, 14);
  }

  @Test
  void continuesWhenItsClientTakesMore() {
    for (int i = 0; i < 10; i++) {
      run.says(100_000);
    }
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    pump.feed(List.of(stream));

    client.takes(stream, ALL);
    pump.feed(List.of(stream));

    assertThat(client.ids()).hasSize(10);
  }

  @Test
  void endsWithTheRunAndNotBefore() {
    run.says(10);
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);
    pump.feed(List.of(stream));
    assertThat(client.isClosed()).isFalse();

    run.ends();
    pump.feed(List.of(stream));

    assertThat(client.ids()).containsExactly(1L, 2L);
    assertThat(client.blocks().getLast()).contains("event: run.completed");
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void endsWhenTheRunIsErased() {
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);

    new StreamPump(ids -> List.of(), run.journal, id -> SILENCE).feed(List.of(stream));

    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void keepsOtherStreamsWhenOneRunCannotBeRead() {
    run.says(10);
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);
    var broken = new FollowedRun(clock);
    broken.says(10);
    var otherClient = new ClientConnection();
    var other = broken.stream(0, otherClient);
    otherClient.takes(other, ALL);

    new StreamPump(
            ids -> List.of(broken.heads(ids).getFirst(), run.heads(ids).getFirst()),
            new OneUnreadable(broken.id, run.journal),
            id -> SILENCE)
        .feed(List.of(other, stream));

    assertThat(client.ids()).containsExactly(1L);
    assertThat(client.isClosed()).isFalse();
    assertThat(otherClient.ids()).isEmpty();
    assertThat(otherClient.isClosed()).isTrue();
  }

  @Test
  void writesPiecesOfAReplyAfterAllRecordedEvents() {
    run.says(10);
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);

    run.isSaying(1, "The tide");
    pump.feed(List.of(stream));
    pump.feed(List.of(stream));
    run.isSaying(1, "The tide comes");
    pump.feed(List.of(stream));
    run.isSaying(2, "At");
    pump.feed(List.of(stream));
    run.isSilent();
    run.says(10);
    pump.feed(List.of(stream));

    assertThat(client.blocks().stream().skip(2).limit(4))
        .containsExactly(
            delta(1, 0, "The tide"),
            delta(1, 8, " comes"),
            "event: model.restart\ndata: {\"phase\":\"only\",\"iteration\":2,\"attempt\":2}",
            delta(2, 0, "At"));
    assertThat(client.ids()).as("ids of recorded events only").containsExactly(1L, 2L);
  }

  @Test
  void writesTheProgressOfACallEachTimeItsToolReportsIt() {
    run.says(10);
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);

    run.isAt(1);
    pump.feed(List.of(stream));
    pump.feed(List.of(stream));
    run.isAt(2.5);
    pump.feed(List.of(stream));

    assertThat(client.blocks().stream().filter(block -> block.contains("tool-call.progress")))
        .containsExactly(progress("1.0"), progress("2.5"));
  }

  private static String progress(String done) {
    return "event: tool-call.progress\ndata: {\"phase\":\"only\",\"iteration\":1,\"callId\":\"c1\",\"done\":%s,\"total\":10.0,\"message\":\"step\"}"
        .formatted(done);
  }

  @Test
  void writesNoPiecesOfAReplyToAClientThatIsBehind() {
    run.says(10);
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    run.isSaying(1, "The tide");

    pump.feed(List.of(stream));
    client.takes(stream, ALL);

    assertThat(client.blocks()).noneMatch(block -> block.contains("model.delta"));
    pump.feed(List.of(stream));
    pump.feed(List.of(stream));
    assertThat(client.blocks().getLast()).isEqualTo(delta(1, 0, "The tide"));
  }

  private static String delta(int attempt, int offset, String text) {
    return "event: model.delta\ndata: {\"phase\":\"only\",\"iteration\":2,\"attempt\":%d,\"kind\":\"text\",\"offset\":%d,\"text\":\"%s\"}"
        .formatted(attempt, offset, text);
  }

  @Test
  void dropsAClientThatTakesNothingForTooLong() {
    run.says(100_000);
    var stream = waiting();
    var slowClient = new ClientConnection();
    var slow = run.stream(0, slowClient);
    slowClient.takes(slow, 1);
    pump.feed(List.of(stream, slow));

    clock.moveTo(clock.instant().plusSeconds(20));
    slowClient.takes(slow, 20_000);
    clock.moveTo(clock.instant().plusSeconds(11));
    stream.heartbeatOrDrop(Duration.ofSeconds(30));
    slow.heartbeatOrDrop(Duration.ofSeconds(30));

    assertThat(stream.isClosed()).isTrue();
    assertThat(stream.status().waiting()).isEmpty();
    assertThat(slow.isClosed()).as("one that takes a little").isFalse();
  }

  @Test
  void writesAHeartbeatWithinFifteenSeconds() {
    var client = new ClientConnection();
    var stream = run.stream(0, client);
    client.takes(stream, ALL);
    int before = client.bytes();
    for (int second = 0; second < 15; second++) {
      clock.moveTo(clock.instant().plusSeconds(1));
      stream.heartbeatOrDrop(Duration.ofSeconds(30));
    }

    assertThat(client.bytes() - before).isEqualTo(":\n\n".length());
  }

  private EventStream waiting() {
    return waiting(0);
  }

  /** Returns a stream whose client has taken the snapshot and takes nothing more. */
  private EventStream waiting(long after) {
    var client = new ClientConnection();
    var stream = run.stream(after, client);
    client.takes(stream, 1);
    return stream;
  }

  /** A journal in which the events of one run are broken. */
  private record OneUnreadable(UUID unreadable, Journal journal) implements Journal {

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
      return journal.append(writer, head, events, row);
    }

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      if (run.equals(unreadable)) {
        throw new IllegalStateException("event 1 was changed after it was written");
      }
      return journal.read(run, after, limit);
    }

    @Override
    public Position position(UUID run, long sequence) {
      return journal.position(run, sequence);
    }
  }
}
