package dev.reprise.api.stream;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;

import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Position;
import dev.reprise.queue.row.JournalHeads.Head;
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
 * Gives streams the events that they lack, each from its own position.
 *
 * <p>One query tells how far all their runs are. A stream that is up to date costs nothing more.
 * Streams at the same position share one read of the journal and its text in memory.
 */
final class StreamPump {

  private static final System.Logger LOG = System.getLogger(StreamPump.class.getName());

  /** How many events are read at once, at most. */
  private static final int PAGE = 200;

  /** How many pages each stream gets, at most, before the heads of the runs are read again. */
  private static final int ROUNDS = 8;

  private static final long MEMORY_BYTES = 64L * 1024 * 1024;

  private final Function<Collection<UUID>, List<Head>> heads;
  private final Journal journal;
  private final Function<UUID, LiveSnapshot> live;
  private final long memoryBytes;

  /**
   * @param live what is known of a run at this moment and not recorded
   */
  StreamPump(
      Function<Collection<UUID>, List<Head>> heads,
      Journal journal,
      Function<UUID, LiveSnapshot> live) {
    this(heads, journal, live, MEMORY_BYTES);
  }

  /**
   * @param memoryBytes how much may wait for all clients together before the slowest are dropped
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
   * Gives each stream what it lacks, as far as its connection takes it.
   *
   * @throws RuntimeException if the database does not answer; the streams keep their positions
   */
  void feed(Collection<EventStream> streams) {
    Map<UUID, List<EventStream>> byRun = streams.stream().collect(groupingBy(EventStream::run));
    Map<UUID, Head> found = new HashMap<>();
    heads.apply(byRun.keySet()).forEach(head -> found.put(head.run(), head));
    byRun.forEach(
        (run, its) -> {
          if (!found.containsKey(run)) {
            // the run was erased; a client that reconnects is told so
            its.forEach(EventStream::complete);
          }
        });
    List<Head> unread = new ArrayList<>(found.values());
    for (int round = 0; round < ROUNDS && !unread.isEmpty(); round++) {
      unread.removeIf(head -> !feed(head, byRun.getOrDefault(head.run(), List.of())));
      dropSlowest(streams);
    }
    found.values().forEach(head -> offerLive(head, byRun.getOrDefault(head.run(), List.of())));
  }

  /** After everything recorded, so that no client reads of a reply before what it answers. */
  private void offerLive(Head head, List<EventStream> streams) {
    LiveSnapshot now = live.apply(head.run());
    streams.stream()
        .filter(stream -> !isBehind(stream, head))
        .forEach(stream -> stream.offerLive(now));
  }

  /** Gives the streams of one run a page each; returns whether one of them takes more. */
  private boolean feed(Head head, List<EventStream> streams) {
    List<EventStream> ready =
        streams.stream().filter(stream -> stream.status().wantsMore()).toList();
    try {
      read(head, ready);
    } catch (JournalUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.log(
          Level.ERROR,
          "run %s: its event streams end, because its journal cannot be read".formatted(head.run()),
          e);
      ready.forEach(EventStream::drop);
    }
    return ready.stream().anyMatch(stream -> stream.status().wantsMore() && isBehind(stream, head));
  }

  private void read(Head head, List<EventStream> ready) {
    Optional<StreamChunk> last = Optional.empty();
    for (EventStream stream : inOrder(ready)) {
      var seen = stream.status().position();
      if (isBehind(stream, head)) {
        StreamChunk chunk =
            last.filter(it -> it.continuesFrom(seen)).orElseGet(() -> chunk(head.run(), seen));
        stream.offer(chunk);
        last = Optional.of(chunk);
      }
      // status and sequence are of one row: when an ended run's newest event is read, all is read
      if (head.status().isEnded() && !isBehind(stream, head)) {
        stream.complete();
      }
    }
  }

  private StreamChunk chunk(UUID run, Position from) {
    return StreamChunk.of(from, journal.read(run, from, PAGE, StreamChunk.FULL_BYTES));
  }

  private static List<EventStream> inOrder(List<EventStream> streams) {
    return streams.stream().sorted(comparingLong(it -> it.status().position().sequence())).toList();
  }

  private static boolean isBehind(EventStream stream, Head head) {
    return stream.status().position().sequence() < head.sequence();
  }

  /**
   * Drops the clients that have taken nothing for the longest time, until what waits is within the
   * bound.
   */
  private void dropSlowest(Collection<EventStream> streams) {
    if (waitingBytes(streams) <= memoryBytes) {
      return;
    }
    List<EventStream> slowest =
        streams.stream()
            .filter(stream -> stream.status().waiting().isPresent())
            .sorted(comparing(stream -> stream.status().lastProgress()))
            .toList();
    for (int i = 0; i < slowest.size() && waitingBytes(streams) > memoryBytes; i++) {
      LOG.log(
          Level.WARNING,
          "run %s: dropped a slow event stream, because too much waits for clients; its client may reconnect"
              .formatted(slowest.get(i).run()));
      slowest.get(i).drop();
    }
  }

  /** Returns how many bytes wait to be written. A chunk that several streams share counts once. */
  static long waitingBytes(Collection<EventStream> streams) {
    Set<StreamChunk> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    streams.forEach(stream -> stream.status().waiting().ifPresent(chunks::add));
    return chunks.stream().mapToLong(StreamChunk::bytes).sum();
  }
}
