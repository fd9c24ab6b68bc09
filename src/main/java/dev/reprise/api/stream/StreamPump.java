package dev.reprise.api.stream;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;

import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Position;
import dev.reprise.run.JournalHeads.Head;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Brings streams on, from wherever each stands.
 *
 * <p>How far all their runs are is one question. A stream that is up to date costs nothing more,
 * and streams that stand at the same place share one read of the journal and its text in memory.
 */
final class StreamPump {

  private static final System.Logger LOG = System.getLogger(StreamPump.class.getName());

  /** At most so many events are read at once. */
  private static final int PAGE = 200;

  /** At most so many pages each stream gets before anyone looks again how far the runs are. */
  private static final int ROUNDS = 8;

  private static final long MEMORY_BYTES = 64L * 1024 * 1024;

  private final Function<Collection<UUID>, List<Head>> heads;
  private final Journal journal;
  private final Function<UUID, LiveSnapshot> live;
  private final long memoryBytes;

  /**
   * @param live what a run's model is saying right now
   */
  StreamPump(
      Function<Collection<UUID>, List<Head>> heads,
      Journal journal,
      Function<UUID, LiveSnapshot> live) {
    this(heads, journal, live, MEMORY_BYTES);
  }

  /**
   * @param memoryBytes how much may wait for all clients together, before the slowest are dropped
   */
  StreamPump(
      Function<Collection<UUID>, List<Head>> heads,
      Journal journal,
      Function<UUID, LiveSnapshot> live,
      long memoryBytes) {
    this.heads = heads;
    this.journal = journal;
    this.live = live;
    this.memoryBytes = memoryBytes;
  }

  /**
   * Hands each stream what it lacks, as far as its connection takes it.
   *
   * @throws RuntimeException if the database does not answer; the streams stay where they are
   */
  void feed(Collection<EventStream> streams) {
    Map<UUID, List<EventStream>> byRun = streams.stream().collect(groupingBy(EventStream::run));
    Map<UUID, Head> found = new HashMap<>();
    heads.apply(byRun.keySet()).forEach(head -> found.put(head.run(), head));
    byRun.forEach(
        (run, its) -> {
          if (!found.containsKey(run)) {
            its.forEach(
                EventStream::complete); // it was deleted, which a client that returns learns
          }
        });
    List<Head> behind = new ArrayList<>(found.values());
    for (int round = 0; round < ROUNDS && !behind.isEmpty(); round++) {
      behind.removeIf(head -> !feed(head, byRun.getOrDefault(head.run(), List.of())));
      shed(streams);
    }
    found.values().forEach(head -> tellLive(head, byRun.getOrDefault(head.run(), List.of())));
  }

  /** Behind all that is recorded, so that nobody reads of a reply before what it answers. */
  private void tellLive(Head head, List<EventStream> streams) {
    LiveSnapshot now = live.apply(head.run());
    streams.stream()
        .filter(stream -> !isBehind(stream, head))
        .forEach(stream -> stream.listen(now));
  }

  /** Hands the streams of one run a page each; returns whether one of them takes more. */
  private boolean feed(Head head, List<EventStream> streams) {
    List<EventStream> hungry = streams.stream().filter(EventStream::wantsMore).toList();
    try {
      read(head, hungry);
    } catch (JournalUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the streams of run %s end: it cannot be read".formatted(head.run()), e);
      hungry.forEach(EventStream::drop);
    }
    return hungry.stream().anyMatch(stream -> stream.wantsMore() && isBehind(stream, head));
  }

  private void read(Head head, List<EventStream> hungry) {
    Optional<StreamChunk> last = Optional.empty();
    for (EventStream stream : inOrder(hungry)) {
      var seen = stream.position();
      if (isBehind(stream, head)) {
        StreamChunk passage =
            last.filter(it -> it.leadsOnFrom(seen)).orElseGet(() -> passage(head.run(), seen));
        stream.take(passage);
        last = Optional.of(passage);
      }
      // status and sequence are of one row: an ended run whose newest event is read has told all
      if (head.status().isEnded() && !isBehind(stream, head)) {
        stream.complete();
      }
    }
  }

  private StreamChunk passage(UUID run, Position from) {
    return StreamChunk.of(from, journal.read(run, from, PAGE, StreamChunk.FULL_BYTES));
  }

  private static List<EventStream> inOrder(List<EventStream> streams) {
    return streams.stream().sorted(comparingLong(it -> it.position().sequence())).toList();
  }

  private static boolean isBehind(EventStream stream, Head head) {
    return stream.position().sequence() < head.sequence();
  }

  /** Drops those who have taken nothing for the longest time, until what waits is within bounds. */
  private void shed(Collection<EventStream> streams) {
    if (waitingBytes(streams) <= memoryBytes) {
      return;
    }
    List<EventStream> stillest =
        streams.stream()
            .filter(stream -> stream.waiting().isPresent())
            .sorted(comparing(EventStream::moved))
            .toList();
    for (int i = 0; i < stillest.size() && waitingBytes(streams) > memoryBytes; i++) {
      LOG.log(
          Level.WARNING,
          "a slow stream of run %s is dropped: too much waits for clients; it may come back"
              .formatted(stillest.get(i).run()));
      stillest.get(i).drop();
    }
  }

  /** Returns how much memory is taken by what waits; what several streams wait for counts once. */
  static long waitingBytes(Collection<EventStream> streams) {
    Set<StreamChunk> passages = Collections.newSetFromMap(new IdentityHashMap<>());
    streams.forEach(stream -> stream.waiting().ifPresent(passages::add));
    return passages.stream().mapToLong(StreamChunk::bytes).sum();
  }
}
